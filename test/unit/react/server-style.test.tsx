import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Decision } from '../../../src/components/decision/decision.tsx'
import { StatusMessage } from '../../../src/components/message/status-message.tsx'
import { ConsentProvider, type ConsentProviderProps } from '../../../src/react/index.ts'
import { toCss } from '../../../src/react/provider/server-style.tsx'

const config: NonNullable<ConsentProviderProps['config']> = {
  authUrl: 'https://auth.example',
  provider: { id: 'provider', publicKey: 'AAAA' },
  origin: 'com.example.shop',
  userId: 'person',
  agreement: {
    company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: null,
    expiry: null,
  },
}
const variables = { 'color-accent': 'rgb(1, 2, 3)', 'font-body': '"Inter Var", sans-serif' }
const draw = (more: Partial<ConsentProviderProps>) =>
  renderToString(
    <ConsentProvider {...({ config, appearance: { variables }, ...more } as ConsentProviderProps)}>
      <StatusMessage>Good morning</StatusMessage>
      <Decision onAccept={() => {}} onDecline={() => {}} />
    </ConsentProvider>,
  )

describe('experience 21: variables in the HTML of a server', () => {
  // Regression: the variables were a `style` attribute, which a strict CSP refuses and hydration does not fix.
  it('are in no style attribute', () => {
    for (const html of [draw({}), draw({ nonce: 'abc' })]) expect(html).not.toMatch(/\sstyle=/)
    expect(draw({})).not.toContain('<style')
  })

  // Regression: the nonce was not used.
  it('are in one style element with the nonce, for the parts of this provider', () => {
    const html = draw({ nonce: 'abc' })
    const [, id, rule] = /<style nonce="abc">\[data-licet-look=(\w+)\]\{(.*?)\}<\/style>/.exec(html) ?? []
    expect(rule).toBe('--licet-color-accent:rgb(1, 2, 3);--licet-font-body:Inter Var, sans-serif')
    expect(html.match(/<style/g)).toHaveLength(1)
    expect(html).toContain(`data-licet-look="${id}"`)
    expect(draw({ nonce: '' })).not.toContain('<style')
  })

  it.each([
    ['x', 'red;}body{color:red'],
    ['x', '</style><script>alert(1)</script>'],
    ['x', '"open'],
    ['x', 'a\\'],
    ['x', 'red/*'],
    ['x', 'rgb(1'],
    ['x', '1)'],
    ['x', '&quot;'],
    ['x}', 'red'],
    ['x:y', 'red'],
  ])('leave out %s: %s, which is more than a name and a value', (name, value) => {
    expect(toCss('look', { before: 'red', [name]: value, after: 'blue' })).toBe(
      '[data-licet-look=look]{--licet-before:red;--licet-after:blue}',
    )
  })
})
