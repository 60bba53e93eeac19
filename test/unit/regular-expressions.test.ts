import { readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import vm from 'node:vm'
import { describe, expect, test, vi } from 'vitest'
import { MAX_BODY_BYTES } from '../../src/core/limits.ts'
import { ALL_TEMPLATES } from '../fixtures/templates.ts'
import { attackStrings, isBounded } from '../support/attack-strings.ts'
import { type FoundExpression, findRegularExpressions } from '../support/find-regular-expressions.ts'
import { SHOPS } from './terms/corpus/good.ts'

/** Below it, an expression is fast enough. Above it, only the growth decides, because a busy machine slows a linear expression too. */
const FAST_MS = 50
/** Twice the letters take twice the linear time and four times the quadratic time. */
const LINEAR_GROWTH = 3
/** A measurement that is too slow is the fastest of so many, because collected garbage and other threads of this process count too. */
const ROUNDS = 12
/** Finds exponential time before a longer text is tried. */
const SHORT = 32
/**
 * Only what takes longer than `SUSPICIOUS_MS` on this many letters gets the full length. Quadratic time needs more than 100 ms for them, and
 * linear time 1 or 2.
 */
const MEDIUM = 16_000
const SUSPICIOUS_MS = 5
/** Ends exponential and quadratic time. A busy machine needs seconds for a linear expression too. */
const TIMEOUT_MS = 100_000
/** For an expression that is known to be slow: the match ends here. */
const SLOW_TIMEOUT_MS = 200

const root = resolve(import.meta.dirname, '../../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => resolve(root, file))
const found = files.map((file) => ({ file, ...findRegularExpressions(file) }))

/** The expressions that `new RegExp()` makes while a function runs. */
async function constructedBy(file: string, run: () => Promise<unknown>): Promise<FoundExpression[]> {
  const made: FoundExpression[] = []
  vi.resetModules()
  vi.stubGlobal(
    'RegExp',
    new Proxy(RegExp, {
      construct(target, given: [string, string]) {
        const expression = new target(...given)
        made.push({ file, source: expression.source, flags: expression.flags })
        return expression
      },
    }),
  )
  await run()
  vi.unstubAllGlobals()
  return made
}

/** Judges a text in each language, because some expressions are made from the words of a language only then. */
async function lintInEachLanguage(): Promise<void> {
  const { compileTerms, defineAgreement } = await import('../../src/terms/index.ts')
  const { lintTerms } = await import('../../src/terms/lint/index.ts')
  for (const template of ALL_TEMPLATES.filter(({ name }) => name === 'rewards')) {
    const shop = SHOPS[template.locale] ?? SHOPS.en
    if (shop === undefined) throw new Error('The English shop is missing.')
    const agreement = defineAgreement({ ...shop, template })
    lintTerms(compileTerms(agreement), { agreement })
  }
}

/** Expressions from the words of a language. There are too many to attack each, so most are linear by their form. */
const fromWords: FoundExpression[] = []
const constructed = await (async () => {
  const all: FoundExpression[] = []
  for (const { file, constructed } of found) {
    if (constructed === 0) continue
    const made = await constructedBy(file, () => import(/* @vite-ignore */ file))
    if (file.includes('/languages/')) fromWords.push(...made)
    else all.push(...made)
  }
  fromWords.push(...(await constructedBy(resolve(root, 'terms/lint'), lintInEachLanguage)))
  return all
})()

const endless = fromWords.filter(({ source, flags }) => !isBounded(source, flags))
const expressions = [...found.flatMap(({ literals }) => literals), ...constructed, ...endless]
const unique = [...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one])).entries()]

// In a separate context, because only there a time limit ends a match that is running.
const run = new vm.Script(`
  // Of this context: V8 matches an expression of another one ten times as slowly.
  const pattern = new RegExp(source, flags)

  function measure(text) {
    state.text = text
    const start = now()
    pattern.global ? text.replace(pattern, '') : pattern.exec(text)
    return now() - start
  }

  function isSuspicious(text) {
    for (let attempt = 0; attempt < 3; attempt++) if (measure(text) < suspiciousMs) return false
    return true
  }

  // In turns, so that other work of this process slows both lengths alike. A linear expression is seldom measured more than once.
  function isSlow(makeText) {
    let whole = measure(makeText(full))
    if (whole <= fastMs) return false
    let half = measure(makeText(full / 2))
    for (let round = 0; round < rounds && whole > linearGrowth * half; round++) {
      whole = Math.min(whole, measure(makeText(full)))
      half = Math.min(half, measure(makeText(full / 2)))
    }
    return whole > linearGrowth * half
  }

  for (const makeText of attacks) {
    measure(makeText(short))
    if (!isSuspicious(makeText(medium)) || !isSlow(makeText)) continue
    state.slow.push([state.text.slice(0, 40), state.text.length])
    break
  }
`)

/** Processor time of this process in milliseconds. Other programs on the machine do not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function slowTextOf(source: string, flags: string, timeout = TIMEOUT_MS): unknown {
  const state = { text: '', slow: [] as unknown[] }
  const globals = {
    ...{ attacks: attackStrings(source, flags), source, flags, state },
    ...{ short: SHORT, medium: MEDIUM, full: MAX_BODY_BYTES },
    ...{ now: cpuMs, fastMs: FAST_MS, rounds: ROUNDS, linearGrowth: LINEAR_GROWTH, suspiciousMs: SUSPICIOUS_MS },
  }
  try {
    run.runInNewContext(globals, { timeout })
  } catch (error) {
    return [state.text.slice(0, 40), state.text.length, (error as Error).message]
  }
  return state.slow[0]
}

describe('H1: a regular expression', () => {
  test.each(unique)('takes linear time on 256 kB that are made to slow it: %s', (_, { file, source, flags }) => {
    expect([relative(root, file), slowTextOf(source, flags)]).toEqual([relative(root, file), undefined])
  })

  test('is found wherever `src` has one', () => {
    expect(found.flatMap(({ literals }) => literals).length).toBeGreaterThan(150)
    expect(constructed.length + fromWords.length).toBeGreaterThanOrEqual(found.reduce((sum, one) => sum + one.constructed, 0))
  })

  test('that is made from the words of a language tries a limited number of characters at each place', () => {
    expect(fromWords.length).toBeGreaterThan(700)
    const phrases = fromWords.filter(({ source }) => source.startsWith('(?<![\\p{L}\\p{N}])(?:'))
    expect(phrases.filter(({ source, flags }) => !isBounded(source, flags)).map(({ source }) => source)).toEqual([])
  })

  test.each([
    ['(?:[^\\s]{1,30} ){0,4}', true],
    ['[^.;]{0,60}a+', false],
    ['(?:a|b{2,})c', false],
  ])('without a repetition that has no limit is found: %s', (source, expected) => {
    expect(isBounded(source, 'u')).toBe(expected)
  })

  test.each([
    ['exponential', '^(?:[ \\t]*(?:[-*+>]|\\d{1,9}[.)])[ \\t]?){24}', 'm'],
    ['cubic', '^\\s*\\|?\\s*:?-{2,}', 'm'],
    ['quadratic', '\\*\\*(\\S(?:.*?\\S)?)\\*\\*', 'g'],
    ['quadratic at each start', '\\[\\^[^\\]\\s]+\\]', ''],
  ])('that takes %s time is found: %s', (_, source, flags) => {
    expect(slowTextOf(source, flags, SLOW_TIMEOUT_MS)).toBeDefined()
  })
})
