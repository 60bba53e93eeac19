import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../support/run-command.ts'

const page = (name: string) => readFileSync(join(projectRoot, 'docs', name), 'utf8')
const requirements = page('explanation/requirements.md')
const protocol = page('reference/protocol.md')

/** The text of every source, test and story. */
const sources = ['src', 'test', 'stories'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => readFileSync(join(projectRoot, folder, name), 'utf8')),
)

/** Returns the numbers in the first group of a pattern, from every source, each once. */
function cited(pattern: RegExp, number: RegExp): readonly string[] {
  const found = sources.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, list = '']) => list.match(number) ?? []))
  return [...new Set(found)].sort()
}

const EXPERIENCE = cited(/experience (\d+(?:(?:, | and | to )\d+)*)/g, /\d+/g)
const HOSTILE = cited(/(?:['"`]|hostile )([A-H]\d{1,2}(?:(?:, |–| and | )[A-H]\d{1,2})*)[ ,:)'"]/g, /[A-H]\d+/g)

it('lists every requirement that a title or a comment cites', () => {
  expect(EXPERIENCE.length).toBeGreaterThan(0)
  expect(HOSTILE.length).toBeGreaterThan(0)
  const missing = [...EXPERIENCE.map((number) => `experience-${number}`), ...HOSTILE].filter(
    (id) => !requirements.includes(`<a id="${id}"></a>**${id.replace('experience-', '')}** `),
  )
  expect(missing).toEqual([])
})

it('marks every requirement that no title or comment cites', () => {
  const unmarked = [...requirements.matchAll(/^- <a id="[\w-]+"><\/a>\*\*([A-H]?\d+)\*\* [^‡\n]*$/gm)].map(([, id = '']) => id)
  expect(unmarked.length).toBeGreaterThan(100)
  expect(unmarked.filter((id) => !(/^\d/.test(id) ? EXPERIENCE : HOSTILE).includes(id) && !isInRange(id))).toEqual([])
})

it('has every section of the protocol that a comment cites', () => {
  const wire = cited(/wire decisions, section (\d+)/g, /\d+/g)
  const sections = cited(/interface, sections? (\d[\d.]*(?:(?:, | and )\d[\d.]*)*)/g, /\d+(?:\.\d+)?/g)
  expect(wire.length).toBeGreaterThan(0)
  expect(wire.filter((number) => !protocol.includes(`\n## ${number}. `))).toEqual([])
  expect(sections.length).toBeGreaterThan(0)
  expect(sections.filter((number) => !protocol.includes(`\n| ${number} | `))).toEqual([])
})

/** Ranges are written as `A1–A10`. */
function isInRange(id: string): boolean {
  const ranges = sources.flatMap((text) => [...text.matchAll(/['"`]([A-H])(\d+)–[A-H](\d+) /g)])
  return ranges.some(([, letter, from, to]) => id[0] === letter && +id.slice(1) >= Number(from) && +id.slice(1) <= Number(to))
}
