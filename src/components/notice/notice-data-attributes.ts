import type { AskReason } from '../../core/consent-flow.ts'

/** Where a notice stands: `data-variant`. */
export type NoticeSurface = 'banner' | 'dialog' | 'inline'

/** How much changed: `data-state`. A minor change is told, a material one asked about. */
export type NoticeWeight = 'none' | 'minor' | 'material'

/** The weight of the change that a person is asked about. */
export function toNoticeWeight(reason: AskReason): NoticeWeight {
  if (reason === 'update-minor') return 'minor'
  return reason === 'update-material' ? 'material' : 'none'
}
