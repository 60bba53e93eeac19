export type { MessageVariant } from './attributes.ts'
export { LiveRegion, type LiveRegionProps, StatusMessage, type StatusMessageProps } from './message.tsx'
