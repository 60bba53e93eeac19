export * from './attributes.ts'
export * from './receipt.tsx'
