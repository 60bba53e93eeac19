import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '../run-command.ts'
import { parsePage, plainText, sentencesOf, wordsOf } from './markdown.ts'
import { type Strings, type Text, textsOfCss, textsOfSource } from './texts.ts'
import { REFUSED_WORDS } from './words.ts'

const MAX_SENTENCE_WORDS = 35
const MAX_LINE_CHARACTERS = 120
const MAX_CELL_SENTENCES = 2
const MAX_SUBJECT_CHARACTERS = 72

/** The commit after which subjects are checked. */
const CHECKED_SINCE = 'e47fa69'

/** The folders and files whose language is checked. */
export const CHECKED_PATHS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'src', 'stories', 'test', 'vite.config.ts']

/** Files with texts of the interface, of templates and of test data, whose words follow other rules. */
const NOT_CHECKED = /^test\/(?:bench\/peers\/|support\/language\/words\.ts$)|\.md$(?<!^(?:docs\/.*|[A-Z]+\.md))/
const INTERFACE_TEXT = /^src\/(?:locales|terms\/languages|core\/(?:usecase|tag)-names)\b/

/** Checks files and folders, named from the project's folder. Returns one line for each fault: file, line, what is wrong and what to write. */
export function checkLanguage(paths: readonly string[] = CHECKED_PATHS): readonly string[] {
  return paths.flatMap(filesUnder).flatMap((file) => {
    const source = readFileSync(join(projectRoot, file), 'utf8')
    const faults = file.endsWith('.md') ? checkPage(source) : byLine(textsOf(file, source).flatMap(checkWords))
    return faults.map(({ line, text }) => `${file}:${line}: ${text}`)
  })
}

function filesUnder(path: string): readonly string[] {
  const absolute = join(projectRoot, path)
  if (!existsSync(absolute))
    throw new Error(`${path} does not exist, so its language was not checked. Name a file or folder of the project.`)
  const found = statSync(absolute).isDirectory()
    ? readdirSync(absolute, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [relative(projectRoot, absolute)]
  return found
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(?:[cm]?[jt]sx?|css|md)$/.test(file) && !/(?:^|\/)node_modules\//.test(file) && !NOT_CHECKED.test(file))
    .sort()
}

function textsOf(file: string, source: string): readonly Text[] {
  return file.endsWith('.css') ? textsOfCss(source) : textsOfSource(file, source, stringsOf(file))
}

function stringsOf(file: string): Strings {
  if (INTERFACE_TEXT.test(file)) return 'none'
  return file.startsWith('src/') ? 'sentences' : 'titles'
}

/** Checks one page of the documentation: its words, sentences, lines and tables. */
export function checkPage(source: string): readonly Text[] {
  const { blocks, cells, lines, comments } = parsePage(source)
  const faults = [...blocks, ...cells, ...comments].flatMap(({ line, text }) => checkWords({ line, text: plainText(text) }))
  for (const { line, text } of [...blocks, ...cells])
    for (const sentence of sentencesOf(plainText(text)))
      if (wordsOf(sentence) > MAX_SENTENCE_WORDS)
        faults.push({
          line,
          text: `a sentence of ${wordsOf(sentence)} words, of ${MAX_SENTENCE_WORDS} at most. Split it: "${sentence.slice(0, 60)}…"`,
        })
  for (const { line, text } of cells) {
    const count = sentencesOf(plainText(text)).length
    if (count > MAX_CELL_SENTENCES)
      faults.push({
        line,
        text: `a table cell of ${count} sentences, of ${MAX_CELL_SENTENCES} at most. Move the rest below the table.`,
      })
  }
  for (const { line, text } of lines) {
    const length = [...withoutAddresses(text)].length
    if (length > MAX_LINE_CHARACTERS)
      faults.push({ line, text: `a line of ${length} characters, of ${MAX_LINE_CHARACTERS} at most. Wrap it between two words.` })
  }
  return byLine(faults)
}

const byLine = (faults: readonly Text[]): readonly Text[] => [...faults].sort((a, b) => a.line - b.line)

/** A line without the addresses of its links, which cannot be wrapped. */
const withoutAddresses = (line: string): string => line.replace(/\]\([^)\s]*\)/g, ']()').replace(/https?:\S+/g, '')

/** Finds the words that Licet does not use, outside of inline code. */
export function checkWords({ line, text }: Text): Text[] {
  const readable = text.replace(/(`+)[\s\S]*?\1/g, (code) => code.replace(/[^\n]/g, '_'))
  return REFUSED_WORDS.flatMap(({ pattern, instead }) =>
    [...readable.matchAll(new RegExp(pattern, 'gi'))].map(({ 0: found, index }) => ({
      line: line + readable.slice(0, index).split('\n').length - 1,
      text: `"${found}". Write ${instead}.`,
    })),
  )
}

/** The commits whose subjects are checked, or why there are none to check. */
export type Subjects = { readonly subjects: readonly string[] } | { readonly missing: string }

/** Reads the subjects since {@link CHECKED_SINCE}. In a shallow clone, which lacks that commit, these are all subjects. */
export function commitSubjects(): Subjects {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const log = (...range: readonly string[]) => ({
    subjects: git('log', '--format=%h %s', ...range)
      .split('\n')
      .filter(Boolean),
  })
  try {
    const isShallow = git('rev-parse', '--is-shallow-repository').trim() === 'true'
    return isShallow ? log() : log(`${CHECKED_SINCE}..HEAD`)
  } catch {
    return { missing: `There is no git history from ${CHECKED_SINCE} on here, so no commit subject was checked.` }
  }
}

/** Checks lines of a commit's short hash and subject. */
export function checkSubjects(lines: readonly string[]): readonly string[] {
  return lines.flatMap((entry) => {
    const [hash = '', ...words] = entry.split(' ')
    const length = [...words.join(' ')].length
    return length > MAX_SUBJECT_CHARACTERS
      ? [`commit ${hash}: a subject of ${length} characters, of ${MAX_SUBJECT_CHARACTERS} at most. Move the reason into the body.`]
      : []
  })
}
