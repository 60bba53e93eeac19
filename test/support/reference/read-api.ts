import { join, relative } from 'node:path'
import { getLibFiles, ts } from '@ts-morph/common'
import { dist, publishedModules } from '../dist.ts'
import { clean, plainText, statedDefault, tagsOf } from './docstrings.ts'
import { declarationOfWire, isObjectAlias, isOurs, signaturesOf, TypeText } from './type-text.ts'
import { descriptionsOf } from './wire-descriptions.ts'

/** A member of a props object, an interface or a data-attribute list. */
export interface Member {
  readonly name: string
  readonly isOptional: boolean
  readonly type: string
  readonly default: string | undefined
  readonly meaning: string
}

/** The kinds of exports, in the order in which a page lists them. */
export const KINDS = ['component', 'hook', 'function', 'class', 'constant', 'type'] as const
export type Kind = (typeof KINDS)[number]

/** One public name as the declarations describe it. */
export interface Entry {
  readonly name: string
  readonly kind: Kind
  readonly summary: string
  /** Declarations as code; empty for a component, which its props describe. */
  readonly signatures: readonly string[]
  readonly members: readonly Member[]
  readonly throws: readonly string[]
  readonly examples: readonly string[]
  /** HTML element whose other attributes a component passes on. */
  readonly element: string | undefined
  /** Data attributes of a component, by the element that has them. */
  readonly attributes: readonly AttributeList[]
  /** File in `dist` that declares it: two subpaths that export one declaration document it once. */
  readonly declaredIn: string
}

/** The data attributes of one element, as an interface `…DataAttributes` beside its component documents them. */
export interface AttributeList {
  /** States which element has them. */
  readonly summary: string
  readonly members: readonly Member[]
}

/** A published module and its public names. */
export interface ApiModule {
  readonly subpath: string
  readonly entries: readonly Entry[]
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: [],
}

/** Provides the declarations of the language, which the package keeps in memory and not on the disk. */
function createHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS)
  const folder = join(dist, '../node_modules/.cache/licet/lib')
  const files = new Map(getLibFiles().map(({ fileName, text }) => [join(folder, fileName), text]))
  return {
    ...host,
    getDefaultLibLocation: () => folder,
    getDefaultLibFileName: (options) => join(folder, ts.getDefaultLibFileName(options)),
    fileExists: (file) => files.has(file) || host.fileExists(file),
    readFile: (file) => files.get(file) ?? host.readFile(file),
    getSourceFile: (file, version, ...rest) => {
      const text = files.get(file)
      return text === undefined ? host.getSourceFile(file, version, ...rest) : ts.createSourceFile(file, text, version)
    },
  }
}

/**
 * Reads the public names of every published subpath from the declarations in `dist`. Run `npm run build` first.
 *
 * TypeScript 7 has no stable API, so this uses the compiler that `@ts-morph/common` bundles.
 */
export function readApi(): readonly ApiModule[] {
  const modules = [...publishedModules()].map(([subpath, file]) => ({ subpath, file: join(dist, file.replace(/\.js$/, '.d.ts')) }))
  const attributeFiles = ts.sys
    .readDirectory(join(dist, 'components'), ['.d.ts'])
    .filter((file) => /-data-attributes\.d\.ts$/.test(file))
  const program = ts.createProgram([...modules.map(({ file }) => file), ...attributeFiles], OPTIONS, createHost())
  const attributes = attributeFiles.flatMap((file) => program.getSourceFile(file) ?? [])
  const sources = modules.flatMap(({ file }) => program.getSourceFile(file) ?? [])
  const reader = new Reader(program.getTypeChecker(), sources, attributes)
  return modules.map(({ subpath, file }) => {
    const source = program.getSourceFile(file)
    if (source === undefined) throw new Error(`${file} is missing, so its subpath has no reference. Run npm run build.`)
    return { subpath, entries: reader.entriesOf(source) }
  })
}

class Reader {
  readonly #checker: ts.TypeChecker
  readonly #types: TypeText
  readonly #attributes: readonly AttributeList[]

  constructor(checker: ts.TypeChecker, modules: readonly ts.SourceFile[], attributes: readonly ts.SourceFile[]) {
    this.#checker = checker
    this.#types = new TypeText(
      checker,
      new Set(
        modules.flatMap((source) => {
          const symbol = checker.getSymbolAtLocation(source)
          return symbol === undefined ? [] : checker.getExportsOfModule(symbol).map((one) => this.#resolve(one))
        }),
      ),
    )
    this.#attributes = attributes.flatMap((source) => this.#attributesIn(source))
  }

  entriesOf(source: ts.SourceFile): Entry[] {
    const module = this.#checker.getSymbolAtLocation(source)
    const exports = module === undefined ? [] : this.#checker.getExportsOfModule(module)
    return exports.flatMap((exported) => {
      const symbol = this.#resolve(exported)
      const [declaration] = symbol.declarations ?? []
      return declaration === undefined ? [] : [this.#entryOf(exported.name, symbol, declaration, source)]
    })
  }

  #resolve(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
  }

  #entryOf(name: string, symbol: ts.Symbol, declaration: ts.Declaration, source: ts.SourceFile): Entry {
    const kind = kindOf(name, declaration)
    const props = kind === 'component' ? this.#propsOf(name, source, declaration) : undefined
    return {
      name,
      kind,
      ...this.#docOf(symbol),
      signatures: kind === 'component' ? [] : (this.#valuesOfAlias(symbol, declaration) ?? signaturesOf(symbol)),
      members: this.#membersOf(kind, props?.type ?? this.#checker.getDeclaredTypeOfSymbol(symbol), declaration),
      element: props?.element,
      attributes: kind === 'component' ? this.#attributes.filter(({ summary }) => summary.includes(`\`${name}\``)) : [],
      declaredIn: `${relative(dist, declaration.getSourceFile().fileName)}#${symbol.name}`,
    }
  }

  /** The values of a type that is made from a list of them, such as `(typeof CONSENT_STATES)[number]`. */
  #valuesOfAlias(symbol: ts.Symbol, declaration: ts.Declaration): string[] | undefined {
    if (!ts.isTypeAliasDeclaration(declaration) || !ts.isIndexedAccessTypeNode(declaration.type)) return undefined
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol)
    const values = (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? [`'${one.value}'`] : []))
    return values.length === 0 ? undefined : [`type ${symbol.name} = ${values.join(' | ')}`]
  }

  #propsOf(name: string, source: ts.SourceFile, declaration: ts.Declaration) {
    const module = this.#checker.getSymbolAtLocation(source)
    const found = module && this.#checker.getExportsOfModule(module).find((one) => one.name === `${name}Props`)
    const symbol = found && this.#resolve(found)
    const [node] = symbol?.declarations ?? []
    const text = node?.getText() ?? declaration.getText()
    return { type: symbol && this.#checker.getDeclaredTypeOfSymbol(symbol), element: /PartProps<'(\w+)'/.exec(text)?.[1] }
  }

  /** The members of a type that comes from a declaration of the wire, which describes them. */
  #membersOfWire(exported: string, type: ts.Type): Member[] {
    const descriptions = descriptionsOf(exported)
    const members = (type.isUnion() ? type.types : [type]).flatMap((one) => this.#checker.getPropertiesOfType(one))
    return members.map((symbol) => ({
      ...statedMeaning(descriptions[symbol.name] ?? ''),
      name: symbol.name,
      isOptional: type.isUnion() || (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      type: this.#types.textOfValue(symbol),
    }))
  }

  #membersOf(kind: Kind, type: ts.Type, declaration: ts.Declaration): Member[] {
    const wire = declarationOfWire(declaration)
    if (wire !== undefined) return this.#membersOfWire(wire, type)
    if (kind === 'class' || kind === 'component' || ts.isInterfaceDeclaration(declaration) || isObjectAlias(declaration)) {
      // A union of objects shows the members of each.
      const symbols = (type.isUnion() ? type.types : [type]).flatMap((one) => this.#checker.getPropertiesOfType(one))
      const byName = new Map<string, ts.Symbol>()
      for (const symbol of symbols)
        if (
          isOurs(symbol) &&
          (!byName.has(symbol.name) ||
            byName.get(symbol.name)?.flags === undefined ||
            !hasDoc(byName.get(symbol.name), this.#checker))
        )
          byName.set(symbol.name, symbol)
      const isUnion = type.isUnion()
      const inherited = this.#inheritedBy(declaration)
      return [...byName.values()].map((symbol) =>
        this.#memberOf(symbol, isUnion && !inEvery(type, symbol.name, this.#checker), inherited),
      )
    }
    return []
  }

  /** The descriptions of members that an interface inherits from a type of the wire. */
  #inheritedBy(declaration: ts.Declaration): Readonly<Record<string, string>> {
    const bases = ts.isInterfaceDeclaration(declaration) ? (declaration.heritageClauses ?? []).flatMap(({ types }) => types) : []
    const symbols = bases.flatMap(({ expression }) => this.#checker.getSymbolAtLocation(expression) ?? [])
    const declared = symbols.flatMap((one) => this.#resolve(one).declarations ?? [])
    return Object.assign({}, ...declared.map((one) => descriptionsOf(declarationOfWire(one) ?? '')))
  }

  #memberOf(symbol: ts.Symbol, isSometimes: boolean, inherited: Readonly<Record<string, string>> = {}): Member {
    const declarations = (symbol.declarations ?? []).filter((one) => !one.getSourceFile().fileName.includes('/node_modules/'))
    const [declaration] = declarations
    const text = plainText(symbol.getDocumentationComment(this.#checker)) || (inherited[symbol.name] ?? '')
    const tagged = tagsOf(symbol, 'defaultValue')[0] ?? tagsOf(symbol, 'default')[0]
    const stated = statedDefault(text)
    return {
      name: ts.isMethodDeclaration(declaration as ts.Node) ? `${symbol.name}()` : symbol.name,
      isOptional: isSometimes || (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      type: declaration === undefined ? '' : this.#types.textOf(declaration, symbol),
      default: tagged ?? stated.default,
      meaning: stated.rest,
    }
  }

  #attributesIn(source: ts.SourceFile): AttributeList[] {
    return source.statements.filter(ts.isInterfaceDeclaration).flatMap((node) => {
      const symbol = this.#checker.getSymbolAtLocation(node.name)
      if (symbol === undefined || !node.name.text.endsWith('DataAttributes')) return []
      const type = this.#checker.getDeclaredTypeOfSymbol(symbol)
      const members = this.#checker.getPropertiesOfType(type).map((member) => ({
        ...this.#memberOf(member, false),
        type: this.#valuesOf(member),
      }))
      return [{ summary: this.#docOf(symbol).summary, members }]
    })
  }

  /** The values of an attribute, where they are a short list; else the name of their type. */
  #valuesOf(member: ts.Symbol): string {
    const type = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(member))
    const values = type.isUnion() ? type.types : [type]
    const literals = values.flatMap((one) => (one.isStringLiteral() ? [`'${one.value}'`] : []))
    if (literals.length !== values.length || literals.length > 8) return this.#memberOf(member, false).type
    return literals.join(' | ')
  }

  #docOf(symbol: ts.Symbol): Pick<Entry, 'summary' | 'throws' | 'examples'> {
    return {
      summary: clean(plainText(symbol.getDocumentationComment(this.#checker))),
      throws: tagsOf(symbol, 'throws'),
      examples: tagsOf(symbol, 'example', false),
    }
  }
}

function statedMeaning(description: string): Pick<Member, 'default' | 'meaning'> {
  const { default: value, rest } = statedDefault(description)
  return { default: value, meaning: rest }
}

function kindOf(name: string, declaration: ts.Declaration): Kind {
  if (ts.isClassDeclaration(declaration)) return 'class'
  if (ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)) return 'type'
  if (/^use[A-Z]/.test(name)) return 'hook'
  const isCapital = /^[A-Z][a-z]/.test(name)
  if (isCapital && /ForwardRefExoticComponent|MemoExoticComponent|ReactElement|ReactNode|JSX\.Element/.test(declaration.getText()))
    return 'component'
  return ts.isFunctionDeclaration(declaration) ? 'function' : 'constant'
}

function hasDoc(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): boolean {
  return symbol !== undefined && symbol.getDocumentationComment(checker).length > 0
}

function inEvery(type: ts.UnionType, name: string, checker: ts.TypeChecker): boolean {
  return type.types.every((one) => {
    const symbol = checker.getPropertyOfType(one, name)
    return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Optional) === 0
  })
}
