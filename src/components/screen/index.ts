export type { Surface } from './attributes.ts'
export { ConsentScreen, type ConsentScreenProps } from './consent-screen.tsx'
export type { OpenChangeDetails } from './use-modal.ts'
