export * from './attributes.ts'
export * from './purposes.tsx'
