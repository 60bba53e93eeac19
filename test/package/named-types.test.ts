import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { dist, publishedModules } from '../support/dist.ts'

/** A name and the file that it is looked up in. */
type Place = readonly [file: string, name: string]

/** What a declaration file declares, and where its other names come from. */
interface Names {
  readonly declared: Map<string, unknown>
  readonly taken: Map<string, Place>
  readonly exported: Map<string, Place>
  readonly stars: string[]
}

const read = new Map<string, Names>()

function namesIn(file: string): Names {
  const known = read.get(file)
  if (known !== undefined) return known
  const names: Names = { declared: new Map(), taken: new Map(), exported: new Map(), stars: [] }
  read.set(file, names)
  const at = (source: string) => join(dirname(file), source.replace(/\.[jt]sx?$/, '.d.ts'))
  const nameOf = (node: { type: string }) => ('name' in node ? String(node.name) : 'default')
  for (const node of parseSync(file, readFileSync(file, 'utf8')).program.body) {
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
      for (const one of node.specifiers)
        names.taken.set(one.local.name, [at(node.source.value), one.type === 'ImportSpecifier' ? nameOf(one.imported) : 'default'])
    } else if (node.type === 'ExportAllDeclaration') names.stars.push(at(node.source.value))
    else if (node.type === 'ExportNamedDeclaration') {
      const from = node.source === null ? file : at(node.source.value)
      for (const one of node.specifiers) names.exported.set(nameOf(one.exported), [from, nameOf(one.local)])
    }
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    const ids =
      declaration?.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ id }) => id)
        : declaration !== null && 'id' in declaration && declaration.id !== null
          ? [declaration.id]
          : []
    for (const id of ids) {
      names.declared.set(nameOf(id), declaration)
      if (node.type === 'ExportNamedDeclaration') names.exported.set(nameOf(id), [file, nameOf(id)])
    }
  }
  return names
}

/** Where a name is declared, by way of imports and exports. */
function originOf([file, name]: Place): Place | undefined {
  const { declared, taken, exported, stars } = namesIn(file)
  if (declared.has(name)) return [file, name]
  const next = taken.get(name) ?? exported.get(name)
  if (next !== undefined) return originOf(next)
  for (const star of stars) {
    const found = originOf([star, name])
    if (found !== undefined) return found
  }
  return undefined
}

function exportsOf(file: string): Place[] {
  const { exported, stars } = namesIn(file)
  const own = [...exported.keys()].map((name) => originOf([file, name])).filter((place) => place !== undefined)
  return [...own, ...stars.flatMap(exportsOf)]
}

/** Every name that a declaration mentions: of types, of what it extends, of values whose type it takes. */
function mentions(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found
  if ('type' in node && node.type === 'Identifier' && 'name' in node) found.add(String(node.name))
  // The name of a member is no type.
  for (const [key, child] of Object.entries(node)) if (key !== 'key') mentions(child, found)
  return found
}

const modules = publishedModules()
const fileOf = (path: string) => join(dist, path.replace(/\.js$/, '.d.ts'))

function isValue([file, name]: Place): boolean {
  const declaration = namesIn(file).declared.get(name)
  return typeof declaration === 'object' && declaration !== null && 'kind' in declaration
}

it.each([...modules])(
  'exports from %s every type that its signatures name, so that a caller can write it down',
  (subpath, path) => {
    const given = exportsOf(fileOf(path))
    // Whoever has `licet/terms/diff` has `licet/terms`; the service for tests is made from the options of the real one.
    const above = modules.get(subpath === './testing' ? './service' : dirname(subpath).replace(/^\.$/, ''))
    const isGiven = new Set([...given, ...(above === undefined ? [] : exportsOf(fileOf(above)))].map((place) => place.join('#')))
    const missing = new Set<string>()
    const seen = new Set<string>()
    const visit = ([from, name]: Place) => {
      if (seen.has(`${from}#${name}`)) return
      seen.add(`${from}#${name}`)
      for (const mentioned of mentions(namesIn(from).declared.get(name))) {
        const origin = originOf([from, mentioned])
        if (origin === undefined || isGiven.has(origin.join('#'))) continue
        // A value stands for its type, and what its own file keeps to itself is only a way to write one.
        if (namesIn(origin[0]).exported.has(origin[1]) && !isValue(origin)) missing.add(`${origin[1]} (of ${name})`)
        else visit(origin)
      }
    }
    given.forEach(visit)
    expect([...missing]).toEqual([])
  },
)
