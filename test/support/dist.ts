import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { projectRoot } from './run-command.ts'

/** The folder that is published. */
export const dist = join(projectRoot, 'dist')

const STATIC = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]+?\s*from\s*)?["']([^"']+)["']/g
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g

/** Everything that a module of `dist` imports, directly or not. */
export interface Reach {
  /** Files, relative to `dist`. */
  readonly files: ReadonlySet<string>
  /** Packages and `node:` modules, by name. */
  readonly packages: ReadonlySet<string>
}

/** Returns every published subpath with its file. A pattern yields one entry for each file that it matches. */
export function publishedModules(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const withheld = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    target === null ? [subpath.replace('*', '')] : [],
  )
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    if (target === null) continue
    const file = typeof target === 'string' ? target : target.default
    if (!file.endsWith('.js')) continue
    const path = file.replace('./dist/', '')
    const [before, after] = path.split('*')
    if (before === undefined || after === undefined) found.set(subpath, path)
    else for (const name of filesUnder(before, after)) found.set(subpath.replace('*', name), `${before}${name}${after}`)
  }
  for (const subpath of [...found.keys()]) if (withheld.some((beginning) => subpath.startsWith(beginning))) found.delete(subpath)
  return found
}

function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort()
}

/** Options of {@link reach}. */
export interface ReachOptions {
  /** A file whose imports are not followed. */
  readonly without?: string | undefined
}

/** Returns what a module of `dist` reaches through static and dynamic imports. */
export function reach(entry: string, { without }: ReachOptions = {}): Reach {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (file === without || files.has(file)) return
    files.add(file)
    for (const specifier of importsOf(readFileSync(join(dist, file), 'utf8'))) {
      if (specifier.startsWith('licet/')) visit(publishedModules().get(`./${specifier.slice('licet/'.length)}`) ?? specifier)
      else if (specifier.startsWith('.')) visit(relative(dist, join(dist, dirname(file), specifier)))
      else packages.add(packageName(specifier))
    }
  }
  visit(entry)
  return { files, packages }
}

/** Returns the files of `dist` that a file imports directly. */
export function importedFiles(file: string): string[] {
  const specifiers = importsOf(readFileSync(join(dist, file), 'utf8')).filter((specifier) => specifier.startsWith('.'))
  return specifiers.map((specifier) => relative(dist, join(dist, dirname(file), specifier)))
}

/** Returns a chain of static imports that leads from a file back to itself; `undefined` when there is none. */
export function findImportCycle(files: Iterable<string>): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, chain: readonly string[]): string[] | undefined => {
    if (chain.includes(file)) return [...chain.slice(chain.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const specifier of importsOf(readFileSync(join(dist, file), 'utf8'), [STATIC])) {
      if (!specifier.startsWith('.')) continue
      const found = visit(relative(dist, join(dist, dirname(file), specifier)), [...chain, file])
      if (found !== undefined) return found
    }
    done.add(file)
    return undefined
  }
  for (const file of files) {
    const found = visit(file, [])
    if (found !== undefined) return found
  }
  return undefined
}

function importsOf(source: string, kinds = [STATIC, DYNAMIC]): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return kinds.flatMap((kind) => [...code.matchAll(kind)]).map((match) => match[1] ?? '')
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}
