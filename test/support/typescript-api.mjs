// The API of TypeScript 5 under the name that programs import it by. TypeScript 7 has none.
import { ts } from '@ts-morph/common'

export default ts
