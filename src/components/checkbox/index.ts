export * from './terms-checkbox.tsx'
