export { LicetDevtools, type LicetDevtoolsProps, withDevtools } from './licet-devtools.tsx'
