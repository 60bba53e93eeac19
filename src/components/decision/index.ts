export type { DecisionState } from './attributes.ts'
export { Decision, type DecisionProps, type MissingItem } from './decision.tsx'
