export * from './attributes.ts'
export * from './message.tsx'
