import { describe, expect, test } from 'vitest'
import { directionOfText, isolate } from '../../../src/core/direction.ts'
import { directionOfMost } from '../../../src/receipt/direction-of-most.ts'

// Regression: a Hebrew text that begins with a Latin name ran from left to right, because its first letter alone decided.
describe('the direction of a text', () => {
  test('is the direction of its language when it has a letter of it', () => {
    expect(directionOfText('Pomelo נותנת נקודות', 'rtl')).toBe('rtl')
    expect(directionOfText('אקמי gives you points', 'ltr')).toBe('ltr')
  })

  test('is its own when it has no letter of the language, and left to right without any letter', () => {
    expect(directionOfText('10 points for each receipt', 'rtl')).toBe('ltr')
    expect(directionOfText('אקמי 5', 'ltr')).toBe('rtl')
    expect([directionOfText('90 / 10', 'rtl'), directionOfText('90 / 10', 'ltr')]).toEqual(['ltr', 'ltr'])
  })

  test('is the direction of most of its letters when its language is not known', () => {
    expect(directionOfMost('# Pomelo\n\nהטקסט הזה נשמר, מילה במילה. [תנאים](https://a.example)')).toBe('rtl')
    expect(directionOfMost('# אקמי\n\nThis text is kept, word for word.')).toBe('ltr')
    expect(directionOfMost('')).toBe('ltr')
  })
})

describe('an isolate', () => {
  test('separates a value of the other direction, and a number in right-to-left text', () => {
    expect(isolate('Acme', 'rtl')).toBe('\u2068Acme\u2069')
    expect(isolate('12 חודשים', 'rtl')).toBe('\u206812 חודשים\u2069')
    expect(isolate('אקמי 5', 'ltr')).toBe('\u2068אקמי 5\u2069')
    expect([isolate('אקמי', 'rtl'), isolate('Acme', 'ltr')]).toEqual(['אקמי', 'Acme'])
  })

  test('is not put around a right-to-left value that begins with a Latin name, which it would turn around', () => {
    expect(isolate('Acme בע״מ', 'rtl')).toBe('Acme בע״מ')
    expect(isolate('7-Eleven שוק', 'rtl')).toBe('7-Eleven שוק')
  })

  test('stays as it is when it is isolated again', () => {
    for (const value of ['Acme', 'Acme בע״מ', '90 / 10']) expect(isolate(isolate(value, 'rtl'), 'rtl')).toBe(isolate(value, 'rtl'))
  })
})
