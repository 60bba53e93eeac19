import type { ReactElement } from 'react'
import { ConsentProvider, ConsentScreen, type ServiceClient, TermsNotice } from '../../../src/index.ts'
import { loadMessages } from '../../../src/locales/load.ts'

declare global {
  interface Window {
    /** Shows each surface in each language, and returns what is wrong with the first screen of the window. */
    measureFirstScreens(): Promise<{ readonly measured: number; readonly faults: readonly string[] }>
  }
}

const LANGUAGES = ['en', 'de', 'ar', 'es', 'fr', 'he', 'ja', 'pt-BR']
const SCREENS: Readonly<Record<string, ReactElement>> = {
  page: <ConsentScreen />,
  dialog: <ConsentScreen surface="dialog" />,
  sheet: <ConsentScreen surface="sheet" />,
}
const NOTICES: Readonly<Record<string, ReactElement>> = {
  'page with changed terms': <ConsentScreen />,
  banner: <TermsNotice />,
  'dialog of a notice': <TermsNotice surface="dialog" />,
}
/** Accept and Decline, or the two buttons of a banner. */
const CHOICES = '[data-part="choices"] button, [data-part="notice-header"] [data-part="action"]'
/** The width at which the summary and the words above the terms are counted. */
const PHONE_PX = 390

/**
 * Adds {@link Window.measureFirstScreens} to the page.
 *
 * @param render Renders immediately, so that the surface before is gone.
 * @param isChanged Whether the person has agreed to other terms, so that the surfaces show a change.
 */
export function addMeasurement(client: ServiceClient, isChanged: boolean, render: (tree: ReactElement) => void): void {
  window.measureFirstScreens = async () => {
    document.body.style.margin = '0'
    const faults: string[] = []
    let measured = 0
    for (const locale of LANGUAGES) {
      const { messages } = await loadMessages(locale)
      document.documentElement.lang = locale
      document.documentElement.dir = locale === 'ar' || locale === 'he' ? 'rtl' : 'ltr'
      for (const [name, surface] of Object.entries(isChanged ? NOTICES : SCREENS)) {
        render(
          <ConsentProvider key={`${name} ${locale}`} client={client} locale={locale} messages={messages}>
            {surface}
          </ConsentProvider>,
        )
        await isStill()
        faults.push(...measure(locale, name).map((fault) => `${name} in ${locale} at ${innerWidth} x ${innerHeight}: ${fault}`))
        measured += 1
      }
    }
    return { measured, faults }
  }
}

/** Waits until both choices are on the page, and ends the animations with which a dialog appears. */
async function isStill(): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => look())
    const look = () => {
      if (document.querySelectorAll(CHOICES).length < 2) return
      observer.disconnect()
      resolve()
    }
    observer.observe(document, { subtree: true, childList: true })
    look()
  })
  for (const animation of document.getAnimations()) animation.finish()
}

function measure(locale: string, name: string): readonly string[] {
  const choices = [...document.querySelectorAll(CHOICES)].map((choice) => choice.getBoundingClientRect())
  const faults = choices
    .filter(({ top, bottom }) => top < 0 || bottom > innerHeight)
    .map(({ top, bottom }) => `a choice from ${top} to ${bottom}`)
  if (choices.length !== 2) faults.push(`${choices.length} choices`)
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`a width of ${document.documentElement.scrollWidth}`)
  if (innerWidth !== PHONE_PX || !(name in SCREENS)) return faults
  const summary = document.querySelector<HTMLElement>('.licet-summary')?.offsetHeight ?? Number.POSITIVE_INFINITY
  if (summary > 560) faults.push(`a summary of ${summary} px`)
  const texts = document.querySelectorAll<HTMLElement>('[data-part="screen-header"], [data-part="screen-summary"]')
  const above = [...texts].map(({ innerText }) => innerText).join(' ')
  const words = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(above)].filter(({ isWordLike }) => isWordLike)
  if (texts.length !== 2 || words.length > 90) faults.push(`${words.length} words above the terms`)
  return faults
}
