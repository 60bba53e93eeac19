import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTheme, toDtcg, toMui } from '../../../src/theme/index.ts'
import { warm } from '../../../src/theme/themes/warm.ts'
import { licet } from '../../fixtures/run-licet.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-theme-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('`licet theme build`', () => {
  test('prints CSS for a color, and what it corrected on standard error', async () => {
    const { code, out, err } = await licet('theme', 'build', '#ffcc00')
    expect(code).toBe(0)
    expect(out).toBe(createTheme('#ffcc00').toCss())
    expect(err).toMatch(/^color-accent \(light\): #ffcc00 was changed to oklch\(.+\)\n {2}A link needs a contrast of 4\.5/)
  })

  test.each([
    ['json', '"colorSpace": "oklch"'],
    ['figma-dark', '"colorSpace": "srgb"'],
    ['tokens-studio', '"tokenSetOrder"'],
    ['typescript', "import { defineTheme } from 'licet/theme'"],
    ['tailwind', '@theme inline {'],
    ['shadcn', '.dark {'],
    ['mui', '"borderRadius": 20'],
  ])('prints the shipped theme warm as %s', async (format, part) => {
    const { code, out, err } = await licet('theme', 'build', 'warm', '--format', format)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(part)
  })

  test('starts from a file, with another brand color and density', async () => {
    const file = put('warm.json', toDtcg(warm))
    const { out } = await licet('theme', 'build', file, '--brand', '#00665e', '--density', 'compact')
    expect(out).toContain('--licet-radius: 20px;')
    expect(out).toContain('--licet-space-4: 12px;')
    expect(out).toContain('#00665e')
  })

  test('reads a theme of MUI and a style sheet', async () => {
    expect((await licet('theme', 'build', put('mui.json', toMui(warm)))).out).toContain('--licet-radius: 20px;')
    expect((await licet('theme', 'build', put('theme.css', ':root { --radius: 3px }'))).out).toContain('--licet-radius: 3px;')
  })
})

describe('`licet theme check`', () => {
  test('exits with 0 for a theme that needs no correction', async () => {
    expect(await licet('theme', 'check', 'bank')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to correct') })
  })

  test('exits with 1 and prints each correction, including as JSON', async () => {
    const file = put('faint.css', '[data-licet] { --licet-color-text: #999; --licet-target: 30px }')
    const { code, out } = await licet('theme', 'check', file)
    expect(code).toBe(1)
    expect(out).toContain('color-text (light): #999 was changed to oklch(')
    expect(out).toContain('target: 30px was changed to 44px')
    const json = await licet('theme', 'check', file, '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toContainEqual({
      token: 'target',
      asked: '30px',
      given: '44px',
      why: 'A touch target is at least 44 px high.',
    })
  })

  test('names the tokens of the file that are unknown', async () => {
    const file = put('extra.json', {
      color: { accent: { $type: 'color', $value: '#0047ab' }, brand: { $type: 'color', $value: '#123' } },
    })
    expect((await licet('theme', 'check', file)).err).toContain('the token "color-brand" is unknown. It was ignored.')
  })

  test.each([
    ['a name that is neither a theme nor a color', () => 'warmer', 'is not a CSS color'],
    ['the name of a member of every object', () => 'constructor', 'is not a CSS color'],
    ['a file without tokens', () => put('none.json', {}), 'no design token of Licet'],
    ['a file without JSON', () => put('broken.json', '{'), 'has no JSON'],
    ['a file that is missing', () => join(folder, 'missing.json'), 'cannot be read as text'],
    [
      'a value that is no single CSS value',
      () => put('evil.json', { radius: { $type: 'dimension', $value: '1px; } body {' } }),
      'not one CSS value',
    ],
  ])('exits with 2 for %s', async (_, file, message) => {
    expect(await licet('theme', 'check', file())).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
  })

  test('exits with 2 for a format or density that does not exist', async () => {
    expect(await licet('theme', 'build', 'warm', '--format', 'constructor')).toMatchObject({ code: 2 })
    expect(await licet('theme', 'build', 'warm', '--format', 'sass')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--format is "sass"'),
    })
    expect(await licet('theme', 'build', 'warm', '--density', 'huge')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no density'),
    })
  })

  test('F4: control characters in a file never reach the terminal', async () => {
    const file = put('control.json', { radius: { $type: 'dimension', $value: '1px\u001b[2J' } })
    const { code, out, err } = await licet('theme', 'build', file)
    expect(code).toBe(2)
    expect(out + err).not.toContain('\u001b')
  })
})
