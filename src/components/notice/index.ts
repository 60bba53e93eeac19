export { NOTICE_SURFACES, type NoticeSurface, type NoticeWeight } from './attributes.ts'
export * from './terms-notice.tsx'
