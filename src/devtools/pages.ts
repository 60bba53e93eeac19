import type { ConsentState } from '../core/consent-flow.ts'

/** A component of the kit that is on the page. */
export interface ShownComponent {
  readonly name: string
  /** Pages of the documentation, as paths in `docs`. */
  readonly docs: readonly string[]
  /** The address of its story in the workshop, after `?path=`. */
  readonly story: string
}

/** A component, with the selector of its root and its guide. */
interface Known {
  readonly name: string
  readonly selector: string
  readonly guide: string
  /** Whether the workshop has a story of the component for every state. */
  readonly hasStates?: true
  /** Whether the workshop has a group of stories for each surface of the component, and a page of docs for all of them. */
  readonly hasSurfaces?: true
}

export const COMPONENTS: readonly Known[] = [
  { name: 'ConsentScreen', selector: '.licet-screen', guide: 'guides/consent-screen.md', hasStates: true, hasSurfaces: true },
  { name: 'ConsentGate', selector: '.licet-gate', guide: 'guides/gate-content.md', hasStates: true },
  { name: 'ConsentSettings', selector: '.licet-settings', guide: 'guides/withdrawal.md', hasStates: true },
  { name: 'ConsentButton', selector: '.licet-button', guide: 'guides/consent-screen.md' },
  { name: 'ConsentLink', selector: '.licet-link', guide: 'guides/withdrawal.md', hasSurfaces: true },
  { name: 'TermsNotice', selector: '.licet-notice', guide: 'guides/upgrade-terms.md', hasSurfaces: true },
  { name: 'TermsCheckbox', selector: '.licet-checkbox', guide: 'guides/sign-up-form.md' },
  { name: 'LicenseReceipt', selector: '.licet-receipt', guide: 'guides/receipts.md' },
]

/** Returns the components of the kit that are on the page, with their pages. */
export function findComponents(state: ConsentState): readonly ShownComponent[] {
  return COMPONENTS.flatMap((component) => {
    const root = document.querySelector<HTMLElement>(component.selector)
    return root === null ? [] : [{ name: component.name, ...pagesOf(component, state, root.dataset.surface) }]
  })
}

/** Returns the pages about a component in a state. */
export function pagesOf(component: Known, state: ConsentState, surface = 'page'): Omit<ShownComponent, 'name'> {
  const { name, guide, hasStates, hasSurfaces } = component
  const word = name.toLowerCase()
  const group = hasSurfaces ? `components-${word}-` : `components-${word}`
  // Only the screen can require reading to the end.
  const hasState = hasStates && (name === 'ConsentScreen' || state !== 'reading-required')
  const story = `/story/${group}${hasSurfaces ? surface : ''}--${state}`
  const docs = `/docs/${group}${hasSurfaces ? 'docs' : ''}--docs`
  return { docs: [guide, `reference/licet.md#${word}`], story: hasState ? story : docs }
}
