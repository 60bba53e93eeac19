// What is checked at a press of Accept. A page loads it when it is idle: `later-checks.ts`.
export { evaluateEntry, isHiddenOnPage, isInView } from './evaluate-entry.ts'
export { findAlteredChoice } from './find-altered-choice.ts'
export { createHiddenCheck } from './hidden-check.ts'
export { watchBox } from './watch-box.ts'
