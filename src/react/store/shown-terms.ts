import type { TermsStatus } from '../../core/consent-flow.ts'
import type { LicetError } from '../../core/errors.ts'

/** The terms that a component shows, or why it cannot show them. */
export interface ShownTerms {
  readonly terms: TermsStatus
  readonly error: LicetError | undefined
  readonly retry: () => void
}

/** The terms on screen, in the order in which their components showed them. The last one counts. */
export class TermsOnScreen {
  readonly #onChange: () => void
  #shown: readonly ShownTerms[] = []
  /** What counts while no component shows terms. */
  #absent: Pick<ShownTerms, 'terms' | 'error'> = { terms: { status: 'absent' }, error: undefined }

  /** Calls `onChange` when a component starts or stops to show terms. */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get status(): TermsStatus {
    return this.#last.terms
  }

  /** Why nobody can agree to the terms on screen. */
  get error(): LicetError | undefined {
    return this.#last.error
  }

  /** Sets why nobody can agree, whether a component shows the terms or not. */
  setFault(error: LicetError): void {
    this.#absent = { terms: { status: 'invalid' }, error }
    this.#onChange()
  }

  /** Loads the terms on screen again. */
  retry(): void {
    this.#shown.at(-1)?.retry()
  }

  /** Adds terms until the returned function is called. */
  show(shown: ShownTerms, position: 'push' | 'unshift'): () => void {
    this.#shown = position === 'push' ? [...this.#shown, shown] : [shown, ...this.#shown]
    this.#onChange()
    return () => {
      this.#shown = this.#shown.filter((other) => other !== shown)
      // In a microtask: a text that is replaced in the same task does not count as hidden in between.
      queueMicrotask(this.#onChange)
    }
  }

  get #last(): Pick<ShownTerms, 'terms' | 'error'> {
    return this.#shown.at(-1) ?? this.#absent
  }
}
