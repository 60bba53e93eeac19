import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { casesOf } from '../support/counts.ts'
import { anchorsOf, codeBlocks, documents } from '../support/documents.ts'
import { FULL, type Part, QUICK, USUAL } from '../support/parts.ts'
import { projectRoot, run } from '../support/run-command.ts'

const SCRIPTS = Object.keys(manifest.scripts)
const BUILT_IN = ['ci', 'create', 'init', 'install', 'test', 'start', 'exec', 'pack']
const PROJECTS = [...QUICK, ...USUAL, ...Object.values(FULL)].flatMap(({ projects }) => projects)

/** Names of the host app that examples use, or import from a file of the app. */
const HOST = `
declare const config: import('licet/client').ServiceClientConfig
declare const client: import('licet/client').ServiceClient
interface ImportMeta { readonly env: { readonly [name: string]: any } }
declare const messages: import('licet/locales/load').Messages
declare const templates: { readonly rewards: import('licet/terms').Template }
declare const user: { readonly id: string }
declare function getSession(): Promise<{ readonly user: { readonly id: string } } | null>
declare function findOffers(): Promise<readonly string[]>
declare function Offers(): import('react').ReactElement
declare function App(): import('react').ReactElement
declare function Consent(props: { userId: string; children: import('react').ReactNode }): import('react').ReactElement
declare function MyFooterButton(): import('react').ReactElement
// As Vite declares it.
declare module '*.css?inline' {
  const text: string
  export default text
}
`

/** Every command in the fenced shell blocks of a document. */
function commandsOf(document: string): string[] {
  const fenced = ['bash', 'sh', 'shell'].flatMap((language) => codeBlocks(document, language))
  return fenced
    .flatMap((block) => block.split(/\n|&&/))
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '')
}

it('the README and package.json name the versions of Node.js that the full tier tests', () => {
  const versions = [...new Set(Object.values<Part>(FULL).flatMap(({ node }) => node ?? []))]
  const [oldest, next] = versions
  expect(versions).toHaveLength(4)
  expect(manifest.engines.node).toBe(`^${oldest} || >=${next}`)
  const named = versions.map((version) => version.replace(/\.0$/, ''))
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  expect(readme).toContain(
    `Node.js ${named[0]}, or ${named[1]} and newer. The tests run on ${named.slice(0, -1).join(', ')} and ${named.at(-1)}.`,
  )
})

describe.each(documents().map((name) => [name]))('%s', (name) => {
  it('names only commands that exist', () => {
    const npm = commandsOf(name).flatMap((command) => [...command.matchAll(/\bnpm (run )?([\w:-]+)/g)])
    const unknown = npm.filter(([, run, word = '']) =>
      run ? !SCRIPTS.includes(word) : !BUILT_IN.includes(word) || (word in { test: 1, start: 1 } && !SCRIPTS.includes(word)),
    )
    expect(unknown.map(([command]) => command)).toEqual([])
    const projects = commandsOf(name).flatMap((command) => [...command.matchAll(/vitest.*--project (\S+)/g)])
    expect(projects.filter(([, project = '']) => !PROJECTS.includes(project))).toEqual([])
  })
})

it.each(documents().map((name) => [name]))('%s links only to existing files', (name) => {
  const text = readFileSync(join(projectRoot, name), 'utf8')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
  const missing = targets.filter((target) => !existsSync(join(projectRoot, dirname(name), target.replace(/#.*/, ''))))
  expect(missing).toEqual([])
})

it.each(documents().map((name) => [name]))('%s links only to headings that exist', (name) => {
  const text = readFileSync(join(projectRoot, name), 'utf8')
  const targets = [...text.matchAll(/\]\(((?![a-z]+:)[^)\s#]*)#([^)\s]+)\)/g)]
  const missing = targets.filter(
    ([, page = '', id = '']) => !anchorsOf(page === '' ? name : join(dirname(name), page)).includes(id),
  )
  expect(missing.map(([link]) => link)).toEqual([])
})

it.each(casesOf(['Bundler', 'NodeNext'], (resolution) => resolution === 'Bundler'))(
  'compiles every example of the docs with strict options and the module resolution %s',
  async (moduleResolution) => {
    const folder = join(projectRoot, 'node_modules/.cache/licet/documents')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    // A separate host app of ES modules, with the package as npm installs it.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    for (const part of ['package.json', 'dist'])
      cpSync(join(projectRoot, part), join(folder, 'node_modules/licet', part), { recursive: true })
    const examples = documents().flatMap((name) =>
      ['ts', 'tsx'].flatMap((language) =>
        codeBlocks(name, language).map((code, index) => ({
          // The compiler ignores a .tsx file beside a .ts file of the same name.
          file: `${name.replaceAll(/\W/g, '-')}-${language}-${index}.${language}`,
          code,
        })),
      ),
    )
    // The host's own modules are the declarations of HOST.
    for (const { file, code } of examples)
      writeFileSync(join(folder, file), `${code.replace(/^import (?:.* from )?'\.{1,2}\/.*'$/gm, '')}\nexport {}\n`)
    writeFileSync(join(folder, 'host.d.ts'), HOST)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2022',
          lib: ['ES2023', 'DOM', 'DOM.Iterable'],
          module: moduleResolution === 'NodeNext' ? 'NodeNext' : 'ESNext',
          moduleResolution,
          jsx: 'react-jsx',
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          verbatimModuleSyntax: true,
          skipLibCheck: true,
          noEmit: true,
          types: ['node', 'react'],
          typeRoots: [join(projectRoot, 'node_modules/@types')],
        },
        include: ['*.ts', '*.tsx'],
      }),
    )
    expect(examples.length).toBeGreaterThan(0)
    await run('npx', ['tsc', '-p', folder])
  },
)
