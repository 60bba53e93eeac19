export * from './settings.tsx'
