export { NOTICE_SURFACES, type NoticeSurface, type NoticeWeight } from './attributes.ts'
export { TermsNotice, type TermsNoticeProps } from './terms-notice.tsx'
