import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tier } from '../support/counts.ts'
import { checkLanguage, checkPage, checkSubjects, checkWords, commitSubjects } from '../support/language/check.ts'
import { textsOfSource } from '../support/language/texts.ts'
import { run } from '../support/run-command.ts'

describe.concurrent('the source', () => {
  it('follows the style of Biome, without errors and warnings', async () => {
    await run('npm', ['run', '--silent', 'check'])
  })

  it('type-checks with its tests and its stories, and each layer imports only what it may', async () => {
    await run('npm', ['run', '--silent', 'types'])
  })

  // Regression: in Jest with jsdom, a listener refuses the signal of another realm, so opening a dialog threw.
  it('passes no `signal` to a listener', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    const passes = /addEventListener(?:\?\.)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*[{,]\s*signal\b/
    expect(files.filter((name) => passes.test(readFileSync(join('src', name), 'utf8')))).toEqual([])
  })

  if (tier !== 'quick')
    it('has no unused file, export or dependency', async () => {
      await run('npx', ['knip', '--no-progress'])
    })
})

describe('the language', () => {
  it('is plain in docs, comments, messages and titles', () => {
    expect(checkLanguage()).toEqual([])
  })

  it('has commit subjects that fit into one line of a log', () => {
    const commits = commitSubjects()
    if ('missing' in commits) console.log(commits.missing)
    else expect(checkSubjects(commits.subjects)).toEqual([])
  })

  it('is checked in comments and strings, and not in code', () => {
    const source = [
      'const former = () => mend(whoever) // The former key',
      '/** Whoever',
      ' * runs `at once` in code */',
      "throw new Error('It wants a folder.')",
      "const heavy = 'former'",
      'const text = <p>{`a key of its own`}</p>',
    ].join('\n')
    const found = textsOfSource('example.tsx', source, 'sentences')
      .flatMap(checkWords)
      .sort((a, b) => a.line - b.line)
    expect(found.map(({ line, text }) => `${line} ${text.split('.')[0]}`)).toEqual([
      '1 "former"',
      '2 "Whoever"',
      '4 "wants"',
      '6 "of its own"',
    ])
  })

  it('is checked in the titles of tests and stories, and not in their other strings', () => {
    const source = [
      "test('ends at once', () => expect(text).toBe('It ends at once'))",
      "it.each(['at once in a case'])('has the former %s', () => {})",
      "const story = { name: 'That of a story', args: { label: 'That of a label' } }",
    ].join('\n')
    const found = textsOfSource('example.ts', source, 'titles').flatMap(checkWords)
    expect(found.map(({ text }) => text.split('.')[0])).toEqual(['"at once"', '"former"', '"That of"'])
  })

  it('has short sentences, lines and table cells in docs, and code of any width', () => {
    const words = (count: number) => `${'word '.repeat(count - 1)}word.`
    const page = [
      '# A page',
      words(35).replace('word', 'Word'),
      '',
      words(36).replace('word', 'Word'),
      '',
      'x'.repeat(121),
      '',
      `[a link](https://example.com/${'x'.repeat(121)})`,
      '```ts',
      'x'.repeat(200),
      '```',
      '| a | b |',
      '|---|---|',
      `| One. Two. Three. | ${words(20)} ${'x'.repeat(60)} |`,
      '',
      `Names: ${Array(40).fill('[`name`](#name)').join(',\n')}.`,
    ].join('\n')
    const found = checkPage(page)
    expect(found.map(({ line, text }) => `${line} ${text.split(',')[0]}`)).toEqual([
      '2 a line of 175 characters',
      '4 a sentence of 36 words',
      '4 a line of 180 characters',
      '6 a line of 121 characters',
      '14 a table cell of 3 sentences',
    ])
  })

  it('has commit subjects of 72 characters at most', () => {
    expect(checkSubjects([`abc1234 ${'x'.repeat(72)}`])).toEqual([])
    expect(checkSubjects([`abc1234 ${'x'.repeat(73)}`])).toEqual([expect.stringContaining('commit abc1234: a subject of 73')])
  })
})
