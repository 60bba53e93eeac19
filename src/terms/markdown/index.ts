export type { ContractText, PreparedTerms } from '../own-terms.ts'
export { prepareTerms } from './prepare-terms.ts'
