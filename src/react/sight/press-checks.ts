// What is checked at a press of Accept. A page loads it when it is idle: `later-checks.ts`.
export { findCovers } from './covers.ts'
export { evaluateEntry, isInView } from './evaluate-entry.ts'
export { findAlteredChoice } from './find-altered-choice.ts'
export { createHiddenCheck } from './hidden-check.ts'
