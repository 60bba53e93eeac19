import { cleanup } from '@testing-library/react'
import { computeAccessibleDescription } from 'dom-accessibility-api'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ConsentButton,
  ConsentGate,
  ConsentScreen,
  ConsentSettings,
  Decision,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import type { MessageKey, Messages } from '../../../src/locales/format/messages.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, find, press, show } from './harness.tsx'

afterEach(cleanup)

const CATALOGS = import.meta.glob<Messages>(['../../../src/locales/*.ts', '!**/load.ts'], { eager: true, import: 'default' })
const messagesOf = (locale: string): Messages => {
  const messages = CATALOGS[`../../../src/locales/${locale}.ts`]
  if (messages === undefined) throw new Error(`There is no catalog for ${locale}.`)
  return messages
}

/** What the bar says above an English text, in each language. */
const ENGLISH_TEXT = {
  es: 'Firmas un texto en inglés.',
  fr: 'Vous signez un texte en anglais.',
  de: 'Sie unterschreiben auf Englisch.',
  'pt-BR': 'Você assina um texto em inglês.',
  ja: '署名する規約は英語で書かれています。',
  ar: 'أنت توقّع على نص باللغة الإنجليزية.',
  he: 'הטקסט שחותמים עליו כתוב באנגלית.',
} as const

const german = { locale: 'de', messages: messagesOf('de') }

/** Each surface where a person can accept: its content, what opens it, and the state before. */
const SURFACES: readonly (readonly [name: string, part: ReactElement, open: MessageKey | undefined, state: ConsentState])[] = [
  ['a page', <ConsentScreen key="" />, undefined, 'ready'],
  ['an inline screen', <ConsentScreen key="" surface="inline" />, undefined, 'ready'],
  ['a dialog', <ConsentScreen key="" surface="dialog" />, undefined, 'ready'],
  ['a sheet', <ConsentScreen key="" surface="sheet" />, undefined, 'ready'],
  ['an inline notice', <TermsNotice key="" surface="inline" />, undefined, 'update-material'],
  ['a notice in a dialog', <TermsNotice key="" surface="dialog" />, undefined, 'update-material'],
  ['a banner', <TermsNotice key="" />, 'notice.show', 'update-material'],
  ['a gate', <ConsentGate key="" usecase="analytics" />, 'gate.ask', 'ready'],
  ['a button', <ConsentButton key="" />, 'gate.ask', 'ready'],
  ['the settings', <ConsentSettings key="" />, 'settings.change', 'already-licensed'],
]

describe('the language of the terms', () => {
  // Regression: the only hint was a gray line below the first screen.
  it.each(SURFACES)('experience 17: the decision of %s says in which language the text is', async (_, part, open, state) => {
    await show(part, { ...german, state })
    if (open !== undefined) await press(String(german.messages[open]))
    const accept = await appear('[data-part="accept"]')
    expect(computeAccessibleDescription(accept)).toContain(ENGLISH_TEXT.de)
    expect(find('[data-part="screen-decision"] strong').textContent).toBe(ENGLISH_TEXT.de)
    await expectAccessible()
  })

  it('experience 17: the checkbox says in which language the text is, with any label', async () => {
    await show(
      <form>
        <TermsCheckbox>Einverstanden</TermsCheckbox>
      </form>,
      german,
    )
    const box = await appear('input[type="checkbox"]')
    expect(computeAccessibleDescription(box)).toBe(ENGLISH_TEXT.de)
    expect(find('[data-part="checkbox-answer"]').textContent).toContain(ENGLISH_TEXT.de)
    await expectAccessible()
  })

  it.each(Object.entries(ENGLISH_TEXT))('experience 17: the bar says it in natural words in %s', async (locale, sentence) => {
    await show(<ConsentScreen />, { locale, messages: messagesOf(locale), width: 320 })
    await appear('[data-part="accept"]')
    expect(find('[data-part="decision-notice"] strong').textContent).toBe(sentence)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })

  it('experience 17: the bar says it for a contract of the company, without the country of its language', async () => {
    const terms = { 'pt-BR': '# Contrato\n\nTexto do contrato.' }
    await show(<ConsentScreen />, { config: { agreement: { ...agreement, terms } } })
    await appear('[data-part="accept"]')
    expect(find('[data-part="decision-notice"] strong').textContent).toBe('You sign a text in Portuguese.')
    await show(<ConsentScreen />, { ...german, config: { agreement: { ...agreement, terms: { de: '# Vertrag\n\nText.' } } } })
    await appear('[data-part="accept"]')
    expect(document.querySelector('[data-part="decision-notice"] strong')).toBeNull()
  })

  it('a decision of the host app says it for the language in `termsLocale`', async () => {
    await show(<Decision termsLocale="en-GB" onAccept={() => {}} onDecline={() => {}} />, {
      locale: 'fr',
      messages: messagesOf('fr'),
    })
    expect(computeAccessibleDescription(find('[data-part="accept"]'))).toContain(ENGLISH_TEXT.fr)
    await show(<Decision termsLocale="fr" onAccept={() => {}} onDecline={() => {}} />, {
      locale: 'fr-CA',
      messages: messagesOf('fr'),
    })
    expect(document.querySelector('[data-part="decision-notice"] strong')).toBeNull()
  })
})
