import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { dist, publishedModules } from '../support/dist.ts'

const DECLARED = /^export (?:declare )?(?:default )?(?:abstract )?(type|interface|class|const|let|function)\s+([\w$]+)/gm
const LISTED = /^export (type )?\{([^}]*)\}/gm
const STARRED = /^export (type )?\* from ["']([^"']+)["']/gm

/** The names that a declaration file exports, as `name` or `type name`. */
function namesOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const declared = [...source.matchAll(DECLARED)].map(([, kind, name]) =>
    kind === 'type' || kind === 'interface' ? `type ${name}` : `${name}`,
  )
  const listed = [...source.matchAll(LISTED)].flatMap(([, type, list = '']) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry) => {
        const isType = type !== undefined || entry.startsWith('type ')
        const name = entry
          .replace(/^type /, '')
          .split(' as ')
          .at(-1)
        return isType ? `type ${name}` : `${name}`
      }),
  )
  const starred = [...source.matchAll(STARRED)].flatMap(([, type, from = '']) =>
    namesOf(join(dirname(file), from.replace(/\.[jt]sx?$/, '.d.ts'))).map((name) =>
      type === undefined || name.startsWith('type ') ? name : `type ${name}`,
    ),
  )
  return [...declared, ...listed, ...starred]
}

it('exports the names in public-names.txt and no others', async () => {
  const lines = [...publishedModules()].flatMap(([subpath, file]) => {
    const names = [...new Set(namesOf(join(dist, file.replace(/\.js$/, '.d.ts'))))].sort()
    return [subpath.replace('.', 'licet'), ...names.map((name) => `  ${name}`), '']
  })
  await expect(lines.join('\n')).toMatchFileSnapshot('public-names.txt')
})

it.each([...publishedModules()])('exports from %s at run time what its types promise', async (_, file) => {
  const promised = namesOf(join(dist, file.replace(/\.js$/, '.d.ts'))).filter((name) => !name.startsWith('type '))
  const actual = Object.keys(await import(join(dist, file)))
  expect(actual.filter((name) => name !== 'default').sort()).toEqual(
    [...new Set(promised)].filter((name) => name !== 'default').sort(),
  )
})

it.each(['./client', './service', './service/node', './terms'])(
  'exports the error class of licet itself from %s',
  async (subpath) => {
    const [kit, other] = await Promise.all(['.', subpath].map((name) => import(join(dist, publishedModules().get(name) ?? ''))))
    expect(other.LicetError).toBe(kit.LicetError)
    expect(other.isLicetError).toBe(kit.isLicetError)
  },
)
