import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { afterAll, expect, it } from 'vitest'
import { dist, publishedModules } from '../support/dist.ts'
import { projectRoot, run } from '../support/run-command.ts'

/** A name that a declaration file exports. */
interface Exported {
  readonly name: string
  readonly kind: 'function' | 'interface' | 'type' | 'other'
  /** The properties of an interface. */
  readonly members: readonly string[]
}

const folder = join(projectRoot, 'node_modules/.cache/licet/named-types')
const declarationOf = (path: string) => join(dist, path.replace(/\.js$/, '.d.ts'))

/** Returns the exports of a declaration file, including those that it exports from other files. Generic types are left out. */
function exportsOf(file: string): readonly Exported[] {
  const found: Exported[] = []
  for (const node of parseSync(file, readFileSync(file, 'utf8')).program.body) {
    if (node.type === 'ExportAllDeclaration') found.push(...exportsOf(besides(file, node.source.value)))
    if (node.type !== 'ExportNamedDeclaration') continue
    if (node.source !== null) {
      const names = new Set(node.specifiers.map(({ exported }) => ('name' in exported ? exported.name : 'default')))
      found.push(...exportsOf(besides(file, node.source.value)).filter(({ name }) => names.has(name)))
    }
    const { declaration } = node
    if (declaration === null) continue
    if (declaration.type === 'TSInterfaceDeclaration' && !declaration.typeParameters)
      found.push({ name: declaration.id.name, kind: 'interface', members: membersOf(declaration.body.body) })
    else if (declaration.type === 'TSTypeAliasDeclaration' && !declaration.typeParameters)
      found.push({ name: declaration.id.name, kind: 'type', members: [] })
    else if (declaration.type === 'TSDeclareFunction' && declaration.id && !declaration.typeParameters)
      found.push({ name: declaration.id.name, kind: 'function', members: [] })
  }
  return found
}

function besides(file: string, source: string): string {
  return join(dirname(file), source.replace(/\.[jt]sx?$/, '.d.ts'))
}

function membersOf(body: readonly { readonly type: string; readonly key?: unknown }[]): string[] {
  return body.flatMap(({ type, key }) => {
    const isNamed = type === 'TSPropertySignature' && typeof key === 'object' && key !== null && 'name' in key
    return isNamed ? [String(key.name)] : []
  })
}

/** Returns a module of a host app that exports values of every public type, without a type annotation. */
function consumerOf(subpath: string, exported: readonly Exported[]): string {
  const unique = [...new Map(exported.map((one) => [one.name, one])).values()].filter(({ kind }) => kind !== 'other')
  const lines = unique.flatMap(({ name, kind, members }) => {
    if (kind === 'function') return [`export const ${name} = (...args: Parameters<typeof all.${name}>) => all.${name}(...args)`]
    return [
      `export const of${name} = (value: all.${name}) => value`,
      ...members.map((member) => `export const ${member}Of${name} = (value: all.${name}) => value.${member}`),
    ]
  })
  return `import type * as types from '${subpath}'\nimport * as all from '${subpath}'\nexport type { types }\n${lines.join('\n')}\n`
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('lets a host app export values of every public type: TypeScript can write their types in its declarations', async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(projectRoot, join(folder, 'node_modules/licet'))
  const subpaths = [...publishedModules()].filter(([subpath]) => !/^\.\/(?:locales|templates)\//.test(subpath))
  for (const [subpath, file] of subpaths)
    writeFileSync(
      join(folder, `${subpath.replace(/\W+/g, '-')}.ts`),
      consumerOf(subpath.replace('.', 'licet'), exportsOf(declarationOf(file))),
    )
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: ['react', 'node'],
    typeRoots: [join(projectRoot, 'node_modules/@types')],
    strict: true,
    skipLibCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: 'out',
    rootDir: '.',
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const output = await run(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder }).catch(
    (error: Error) => error.message,
  )
  expect([...output.matchAll(/error TS\d+: [^\n]*/g)].map(([line]) => line)).toEqual([])
  // The compiler really ran.
  expect(readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.d.ts'))).toHaveLength(subpaths.length)
})
