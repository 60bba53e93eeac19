import type { CreateLicenseOptions } from '../client/types.ts'
import type { AskReason } from '../core/consent-flow.ts'
import type { DecisionOwner } from './decision-handlers.ts'

/** A surface of the page that can ask the question. */
export interface AskingSurface {
  /** The component; `undefined` outside of every component of the kit. */
  owner: DecisionOwner | undefined
  /** Whether it would ask a question with this reason. */
  canAsk: (reason: AskReason) => boolean
}

/** A text of terms that a component of the kit shows. */
export interface ShownText {
  readonly text: string
  /** Returns how the text is on screen now; `undefined` when it is changed or hidden. A changed text is restored. */
  readonly inspect: () => Pick<CreateLicenseOptions, 'translated'> | undefined
}
