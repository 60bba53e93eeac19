import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { CONSENT_STATES, type ConsentState } from '../../src/core/consent-states.ts'
import { projectRoot, run } from '../support/run-command.ts'

/** The states that a surface cannot show, and the reason. */
interface ImpossibleStates {
  readonly reason: string
  readonly states: readonly ConsentState[]
}

const NO_READING_REQUIRED: ImpossibleStates = {
  reason: 'Only `ConsentScreen` can require reading to the end.',
  states: ['reading-required'],
}
const NOTICE: readonly ImpossibleStates[] = [
  {
    reason:
      'A notice asks about a change, so the state is `update-minor` or `update-material`, independent of choices, reading and network.',
    states: ['ready', 'choosing', 'reading-required', 'offline'],
  },
  {
    reason: 'Without a change, the notice renders nothing.',
    states: ['checking', 'already-licensed', 'expiring', 'expired', 'withdrawing', 'withdrawn', 'device-unknown', 'unsupported'],
  },
]

/** Every surface by the title of its stories, with the states that it cannot show. */
const SURFACES: Readonly<Record<string, readonly ImpossibleStates[]>> = {
  'Drop-ins/ConsentScreen/page': [],
  'Drop-ins/ConsentScreen/inline': [],
  'Drop-ins/ConsentScreen/dialog': [],
  'Drop-ins/ConsentScreen/sheet': [],
  'Drop-ins/ConsentButton': [
    {
      reason:
        'In the other states the button looks as in one of these. Its dialogs are the surfaces of the screen and the settings.',
      states: CONSENT_STATES.filter(
        (state) =>
          !['checking', 'ready', 'queued', 'already-licensed', 'declined', 'withdrawn', 'expired', 'unsupported'].includes(state),
      ),
    },
  ],
  'Drop-ins/ConsentGate': [NO_READING_REQUIRED],
  'Drop-ins/ConsentSettings': [NO_READING_REQUIRED],
  'Drop-ins/ConsentLink': [
    { reason: 'The link looks the same in every state. Its dialog is the surface below.', states: CONSENT_STATES },
  ],
  'Drop-ins/ConsentLink/dialog': [NO_READING_REQUIRED],
  'Drop-ins/TermsCheckbox': [NO_READING_REQUIRED],
  'Drop-ins/TermsNotice/banner': NOTICE,
  'Drop-ins/TermsNotice/dialog': NOTICE,
  'Drop-ins/TermsNotice/inline': [...NOTICE, { reason: 'An inline notice cannot be closed.', states: ['dismissed'] }],
}

const built = join(projectRoot, 'node_modules/.cache/storybook')
let entries: readonly { readonly id: string; readonly title: string; readonly type: string }[] = []

beforeAll(async () => {
  await run('npm', ['run', '--silent', 'storybook:build'])
  entries = Object.values(JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')).entries)
})

it('builds Storybook with stories and documentation', () => {
  const types = entries.map(({ type }) => type)
  expect(types).toContain('story')
  expect(types).toContain('docs')
  expect(existsSync(join(built, 'iframe.html'))).toBe(true)
})

it('lists every surface of Storybook in the table', () => {
  const titles = new Set(entries.map(({ title }) => title).filter((title) => title.startsWith('Drop-ins/')))
  expect([...titles].sort()).toEqual(Object.keys(SURFACES).sort())
})

// A story with a state in its name ends in that state. The setup of Storybook checks this.
it.each(Object.entries(SURFACES))('%s has a story for every state that it can show', (title, impossible) => {
  const stories = entries.filter((entry) => entry.type === 'story' && entry.title === title)
  const shown = CONSENT_STATES.filter((state) => stories.some(({ id }) => id.endsWith(`--${state}`)))
  const excluded = impossible.flatMap(({ states }) => states)
  expect(shown).toEqual(CONSENT_STATES.filter((state) => !excluded.includes(state)))
})
