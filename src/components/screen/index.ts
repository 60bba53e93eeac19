export { SURFACES, type Surface } from './attributes.ts'
export * from './consent-screen.tsx'
export type { OpenChangeDetails } from './use-modal.ts'
