export { ConsentSettings, type ConsentSettingsProps } from './settings.tsx'
