export * from './attributes.ts'
export * from './terms-diff.tsx'
