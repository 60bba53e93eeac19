export * from './gate.tsx'
