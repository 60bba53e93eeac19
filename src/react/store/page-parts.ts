import type { CreateLicenseOptions } from '../../client/types.ts'
import type { AskReason } from '../../core/consent-flow.ts'
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

/** What the components of the kit show on the page. */
export class PageParts {
  /** The root elements of the surfaces. */
  readonly roots = new Set<{ readonly current: HTMLElement | null }>()
  /** The surfaces that can ask, in the order in which they were mounted. */
  readonly surfaces = new Set<AskingSurface>()
  /** The texts of terms. */
  readonly texts = new Set<ShownText>()
  /** The use case that a gate lacks, when its button opened the request. */
  needed: string | undefined

  /** Inspects how the kit shows the terms; `undefined` when they are changed or hidden. If no component of the kit shows them, the app does. */
  inspectTerms(text: string): ReturnType<ShownText['inspect']> {
    const shown = [...this.texts].filter((one) => one.text === text)
    return shown.length === 0 ? {} : shown.map((one) => one.inspect()).find(Boolean)
  }
}
