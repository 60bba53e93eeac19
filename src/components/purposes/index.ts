export type { PurposeState } from './attributes.ts'
export { PurposeList, type PurposeListProps } from './purposes.tsx'
