import type { AskReason } from '../../core/consent-flow.ts'
import type { ScreenLayout } from '../../react/provider/appearance.ts'

/** Placement of a notice. */
export type NoticeSurface = 'banner' | 'dialog' | 'inline'

/** Weight of the change. `minor`: the person is informed. `material`: the person is asked. `none`: nothing changed. */
export type NoticeWeight = 'none' | 'minor' | 'material'

/** Data attributes on the root of `TermsNotice`. */
export interface NoticeDataAttributes {
  /** Weight of the change. */
  readonly 'data-state': NoticeWeight
  /** Placement of the notice. */
  readonly 'data-variant': NoticeSurface
  /** Placement in the words of `ConsentScreen`, whose layout rules apply. A banner counts as `inline`. */
  readonly 'data-surface': 'dialog' | 'inline'
  /** Layout of the question, from `appearance`. */
  readonly 'data-layout': ScreenLayout
  /** Always `ask`: a notice shows no outcome. */
  readonly 'data-view': 'ask'
}

/** Returns the weight of the change that the person is asked about. */
export function toNoticeWeight(reason: AskReason): NoticeWeight {
  if (reason === 'update-minor') return 'minor'
  return reason === 'update-material' ? 'material' : 'none'
}
