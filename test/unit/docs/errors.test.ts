import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LOCAL_ERROR_CODES, WIRE_ERROR_CODES } from '../../../src/core/error-codes.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/errors.md'), 'utf8')

it('experience 11: lists each error code once, with a cause and a fix, and no other code', () => {
  const rows = [...page.matchAll(/^\| <a id="(\w+)"><\/a>`\1` \| (.+) \| (.+) \|$/gm)]
  expect(rows.map(([, code]) => code).sort()).toEqual([...WIRE_ERROR_CODES, ...LOCAL_ERROR_CODES].sort())
})
