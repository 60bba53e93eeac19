export * from './link.tsx'
