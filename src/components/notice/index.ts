export type { NoticeSurface, NoticeWeight } from './attributes.ts'
export { TermsNotice, type TermsNoticeProps } from './terms-notice.tsx'
