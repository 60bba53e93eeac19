import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../support/run-command.ts'

const read = (name: string) => readFileSync(resolve(projectRoot, 'docs/reference', name), 'utf8')
const page = read('configuration.md')

/** Returns the names in the first column of the tables of a section. */
function namesIn(document: string, heading: string): string[] {
  const [, section = ''] = document.split(`\n${heading}\n`)
  const [body = ''] = section.split(`\n${heading.slice(0, heading.indexOf(' '))} `)
  return body.split('\n').flatMap((line) => {
    const [, cell = ''] = /^\| (`[^|]*`) \|/.exec(line) ?? []
    return [...cell.matchAll(/`(\w+)\??`/g)].map(([, name = '']) => name)
  })
}

// Regression: seven options of the service and five of `serve` were missing on the page that lists every option.
test.each([
  ['Provider', 'licet.md', '### ConsentProvider', ['children']],
  ['Client', 'licet.md', '### ServiceClientConfig', []],
  ['Service', 'licet-service.md', '### ServiceOptions', []],
  ['Service', 'licet-service-node.md', '### ServeOptions', []],
])('the section %s lists each member that is in %s, %s', (section, reference, heading, others) => {
  const listed = namesIn(page, `## ${section}`)
  const members = namesIn(read(reference), heading)
  expect(members.length).toBeGreaterThan(5)
  expect(members.filter((name) => !listed.includes(name) && !others.some((other) => other === name))).toEqual([])
})
