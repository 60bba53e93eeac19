import { describe, expect, it } from 'vitest'
import { createTheme } from '../../../src/theme/index.ts'

describe('createTheme', () => {
  it('returns variables and the same tokens as a CSS rule', () => {
    const theme = createTheme({ radius: '4px', 'color-accent': { light: 'oklch(0.4 0.1 160)', dark: 'oklch(0.8 0.1 160)' } })
    expect(theme.variables).toEqual({ radius: '4px', 'color-accent': 'light-dark(oklch(0.4 0.1 160), oklch(0.8 0.1 160))' })
    expect(theme.toCss()).toBe(
      '[data-licet] {\n  --licet-radius: 4px;\n}\n@supports (color: light-dark(#fff, #000)) {\n[data-licet] {\n  --licet-color-accent: light-dark(oklch(0.4 0.1 160), oklch(0.8 0.1 160));\n}\n}\n',
    )
  })

  it('ignores a token that is undefined', () => {
    expect(createTheme({ radius: undefined, 'color-text': 'black' }).variables).toEqual({ 'color-text': 'black' })
  })

  it('experience 4: has no token for Accept alone or Decline alone', () => {
    expect(() => createTheme({ 'color-accept-surface': 'green' } as never)).toThrow(
      'There is no design token "color-accept-surface"',
    )
  })

  it.each(['red; } body { display: none', 'url(https://spy.example/x)', '', '</style>'])(
    'refuses %j, which is not a single value',
    (value) => {
      expect(() => createTheme({ 'color-text': value })).toThrow(TypeError)
    },
  )

  it.each([4, { light: 'red' }])('names the token in the error when its value is %j', (value) => {
    expect(() => createTheme({ radius: value } as never)).toThrow('"radius" is not one CSS value')
  })
})
