import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CONSENT_STATES } from '../../../src/core/consent-flow.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/states.md'), 'utf8')

it('lists each state of the consent screen once, and no other state', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| .+ \| (?:yes|no)\S* ?/gm)].map(([, state]) => state)
  expect(rows.sort()).toEqual([...CONSENT_STATES].sort())
})
