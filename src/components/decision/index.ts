export * from './attributes.ts'
export * from './decision.tsx'
