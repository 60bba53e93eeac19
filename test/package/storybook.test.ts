import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { CONSENT_STATES, type ConsentState } from '../../src/core/consent-states.ts'
import { projectRoot, run } from '../support/run-command.ts'

/** States that a surface cannot be seen in, and why. */
interface Unseen {
  readonly why: string
  readonly states: readonly ConsentState[]
}

const UNREAD: Unseen = { why: 'Only `ConsentScreen` can be told to ask for the end of the text.', states: ['reading-required'] }
const UNCHANGED: readonly Unseen[] = [
  {
    why: 'Who is asked about a change is in `update-minor` or `update-material`, whatever they chose or read, with a network or without.',
    states: ['ready', 'choosing', 'reading-required', 'offline'],
  },
  {
    why: 'There is no change to tell of: nothing of the notice is on the page.',
    states: ['checking', 'already-licensed', 'expiring', 'expired', 'withdrawing', 'withdrawn', 'device-unknown', 'unsupported'],
  },
]

/** Every surface, by the title of its stories. */
const SURFACES: Readonly<Record<string, readonly Unseen[]>> = {
  'Drop-ins/ConsentScreen/page': [],
  'Drop-ins/ConsentScreen/inline': [],
  'Drop-ins/ConsentScreen/dialog': [],
  'Drop-ins/ConsentScreen/sheet': [],
  'Drop-ins/ConsentGate': [UNREAD],
  'Drop-ins/ConsentSettings': [UNREAD],
  'Drop-ins/ConsentLink': [{ why: 'A link, the same in every state; what it opens is the surface below.', states: CONSENT_STATES }],
  'Drop-ins/ConsentLink/dialog': [UNREAD],
  'Drop-ins/TermsCheckbox': [UNREAD],
  'Drop-ins/TermsNotice/banner': UNCHANGED,
  'Drop-ins/TermsNotice/dialog': UNCHANGED,
  'Drop-ins/TermsNotice/inline': [
    ...UNCHANGED,
    { why: 'It stands on the page until it is answered: there is nothing to close.', states: ['dismissed'] },
  ],
}

const built = join(projectRoot, 'node_modules/.cache/storybook')
let entries: readonly { readonly id: string; readonly title: string; readonly type: string }[] = []

beforeAll(async () => {
  await run('npm', ['run', '--silent', 'storybook:build'])
  entries = Object.values(JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')).entries)
})

it('builds Storybook, with stories and their documents in it', () => {
  const types = entries.map(({ type }) => type)
  expect(types).toContain('story')
  expect(types).toContain('docs')
  expect(existsSync(join(built, 'iframe.html'))).toBe(true)
})

it('every surface in Storybook is one of the table', () => {
  const titles = new Set(entries.map(({ title }) => title).filter((title) => title.startsWith('Drop-ins/')))
  expect([...titles].sort()).toEqual(Object.keys(SURFACES).sort())
})

// A story that is named after a state is in that state when it ends: the stories' own checks wait for it.
it.each(Object.entries(SURFACES))('%s has a story for every state that it can be seen in', (title, unseen) => {
  const stories = entries.filter((entry) => entry.type === 'story' && entry.title === title)
  const has = CONSENT_STATES.filter((state) => stories.some(({ id }) => id.endsWith(`--${state}`)))
  const cannot = unseen.flatMap(({ states }) => states)
  expect(has).toEqual(CONSENT_STATES.filter((state) => !cannot.includes(state)))
})
