export * from './attributes.ts'
export * from './summary.tsx'
