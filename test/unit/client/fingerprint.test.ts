import { describe, expect, it } from 'vitest'
import { type AskingConfig, toFingerprint } from '../../../src/client/record/fingerprint.ts'
import { defineAgreement } from '../../../src/terms/index.ts'
import { TRANSLATIONS } from '../../../src/terms/translations.ts'

const agreement: AskingConfig['agreement'] = {
  company: { name: 'Bramble', termsUrl: 'https://bramble.example/terms', privacyUrl: 'https://bramble.example/privacy' },
  jurisdiction: 'Ireland',
  compensation: '50 points for each receipt',
  expiry: null,
  tags: ['purchase_history'],
  purposes: ['analytics', { usecase: 'personalization' }],
}
const { template: rewards } = defineAgreement(agreement)
const spanish = (await TRANSLATIONS['es/rewards']?.())?.default
const config: AskingConfig = {
  agreement,
  provider: { id: 'provider-1', publicKey: 'AAAA' },
  origin: 'com.bramble.app',
  userId: 'person-1',
  authUrl: 'https://licenses.bramble.example',
}
const of = (change: Partial<AskingConfig>) => toFingerprint({ ...config, ...change })
const withAgreement = (change: Partial<AskingConfig['agreement']>) => of({ agreement: { ...agreement, ...change } })
/** Returns the template with another text, under the same name and version. */
const custom = (text: string) => ({ ...rewards, tree: [['p', [text]] as const, ...rewards.tree] })

describe('the fingerprint of a configuration', () => {
  it('is the same for a configuration with the same content', async () => {
    expect(await of({})).toMatch(/^[\da-f]{64}$/)
    expect(await of({ agreement: structuredClone(agreement) })).toBe(await of({}))
  })

  const changes: readonly (readonly [what: string, change: Partial<AskingConfig>])[] = [
    ['the provider', { provider: { id: 'provider-2', publicKey: 'AAAA' } }],
    ['the key of the provider', { provider: { id: 'provider-1', publicKey: 'AAAB' } }],
    ['the app', { origin: 'com.bramble.shop' }],
    ['the person', { userId: 'person-2' }],
    ['the service', { authUrl: 'https://licenses.other.example' }],
    ['the license host', { trailUrl: 'https://trail.bramble.example' }],
    ['the issuer', { issuer: 'https://issuer.bramble.example' }],
    ['the company', { agreement: { ...agreement, company: { ...agreement.company, contact: 'privacy@bramble.example' } } }],
    ['the data', { agreement: { ...agreement, tags: ['purchase_history', 'email_receipt'] } }],
    ['a purpose', { agreement: { ...agreement, purposes: ['analytics', { usecase: 'personalization', necessary: true }] } }],
    ['the recipients', { agreement: { ...agreement, destinations: ['ads.example.com'] } }],
    ['the end', { agreement: { ...agreement, expiry: '2031-01-01T00:00:00Z' } }],
    ['the reward', { agreement: { ...agreement, compensation: null } }],
    ['the law', { agreement: { ...agreement, jurisdiction: 'France' } }],
    ['the description', { agreement: { ...agreement, description: 'Bramble asks for your purchases.' } }],
    ['the language', { agreement: { ...agreement, template: spanish } }],
  ]
  it.each(changes)('changes with %s', async (_, change) => {
    expect(await of(change)).not.toBe(await of({}))
  })

  it('changes with the text of a template of the same name and version', async () => {
    const [first, second] = await Promise.all(
      ['By agreeing,', 'When agreeing,'].map((text) => withAgreement({ template: custom(text) })),
    )
    expect(first).toMatch(/^[\da-f]{64}$/)
    expect(second).toMatch(/^[\da-f]{64}$/)
    expect(first).not.toBe(second)
    expect(await withAgreement({ template: custom('By agreeing,') })).toBe(first)
  })

  it('does not take a copy of a shipped template for the shipped one', async () => {
    const copy = { ...rewards, tree: [...rewards.tree].reverse() }
    const shipped = await withAgreement({ template: rewards })
    expect(await withAgreement({ template: copy })).not.toBe(shipped)
  })

  // What a function returns can depend on values that nobody sees from outside.
  it('is unknown when words of the host app contain functions', async () => {
    const words = { ...rewards.words, list: (items: readonly string[]) => items.join(' / ') }
    expect(await withAgreement({ template: { ...rewards, words } })).toBeUndefined()
  })

  it('is unknown without WebCrypto, and for a configuration that is no plain value', async () => {
    expect(await of({ crypto: null })).toBeUndefined()
    const circular: Record<string, unknown> = { ...agreement }
    circular.self = circular
    expect(await of({ agreement: circular as unknown as AskingConfig['agreement'] })).toBeUndefined()
  })
})
