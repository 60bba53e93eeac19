import { join, relative } from 'node:path'
import { ts } from '@ts-morph/common'
import { dist, publishedModules } from '../dist.ts'

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
  /** Values of the data attributes of a component's parts. */
  readonly attributes: readonly Member[]
  /** File in `dist` that declares it: two subpaths that export one declaration document it once. */
  readonly declaredIn: string
}

/** A published module and its public names. */
export interface ApiModule {
  readonly subpath: string
  readonly entries: readonly Entry[]
}

/**
 * Reads the public names of every published subpath from the declarations in `dist`. Run `npm run build` first.
 *
 * TypeScript 7 has no stable API, so this uses the compiler that `@ts-morph/common` bundles.
 */
export function readApi(): readonly ApiModule[] {
  const modules = [...publishedModules()].map(([subpath, file]) => ({ subpath, file: join(dist, file.replace(/\.js$/, '.d.ts')) }))
  const program = ts.createProgram(
    modules.map(({ file }) => file),
    {
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
    },
  )
  const reader = new Reader(program.getTypeChecker())
  return modules.map(({ subpath, file }) => {
    const source = program.getSourceFile(file)
    if (source === undefined) throw new Error(`${file} is missing, so its subpath has no reference. Run npm run build.`)
    return { subpath, entries: reader.entriesOf(source) }
  })
}

class Reader {
  readonly #checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
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
      signatures: kind === 'component' ? [] : signaturesOf(symbol),
      members: this.#membersOf(kind, props?.type ?? this.#checker.getDeclaredTypeOfSymbol(symbol), declaration),
      element: props?.element,
      attributes: kind === 'component' ? this.#attributesOf(name, declaration) : [],
      declaredIn: `${relative(dist, declaration.getSourceFile().fileName)}#${symbol.name}`,
    }
  }

  #propsOf(name: string, source: ts.SourceFile, declaration: ts.Declaration) {
    const module = this.#checker.getSymbolAtLocation(source)
    const found = module && this.#checker.getExportsOfModule(module).find((one) => one.name === `${name}Props`)
    const symbol = found && this.#resolve(found)
    const [node] = symbol?.declarations ?? []
    const text = node?.getText() ?? declaration.getText()
    return { type: symbol && this.#checker.getDeclaredTypeOfSymbol(symbol), element: /PartProps<'(\w+)'/.exec(text)?.[1] }
  }

  #membersOf(kind: Kind, type: ts.Type, declaration: ts.Declaration): Member[] {
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
      return [...byName.values()].map((symbol) => this.#memberOf(symbol, isUnion && !inEvery(type, symbol.name, this.#checker)))
    }
    return []
  }

  #memberOf(symbol: ts.Symbol, isSometimes: boolean): Member {
    const declarations = (symbol.declarations ?? []).filter((one) => !one.getSourceFile().fileName.includes('/node_modules/'))
    const [declaration] = declarations
    const text = plainText(symbol.getDocumentationComment(this.#checker))
    const tagged = tagsOf(symbol, 'defaultValue')[0] ?? tagsOf(symbol, 'default')[0]
    const stated = statedDefault(text)
    return {
      name: ts.isMethodDeclaration(declaration as ts.Node) ? `${symbol.name}()` : symbol.name,
      isOptional: isSometimes || (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      type: declaration === undefined ? '' : typeText(declaration, this.#checker, symbol),
      default: tagged ?? stated.default,
      meaning: stated.rest,
    }
  }

  /** Reads `<component>-data-attributes.d.ts` beside the component: a constant or an interface whose members are documented. */
  #attributesOf(name: string, declaration: ts.Declaration): Member[] {
    const folder = declaration.getSourceFile().fileName.replace(/\/[^/]+$/, '')
    const file = `${folder}/${name.replace(/\B[A-Z]/g, '-$&').toLowerCase()}-data-attributes.d.ts`
    const text = ts.sys.readFile(file)
    if (text === undefined) return []
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
    const found: Member[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isPropertySignature(node)) {
        const comments = ts
          .getJSDocCommentsAndTags(node)
          .flatMap((doc) => (ts.isJSDoc(doc) ? [ts.getTextOfJSDocComment(doc.comment) ?? ''] : []))
        const value = node.type?.getText().replaceAll(/['"]/g, '') ?? ''
        found.push({ name: value, isOptional: true, type: '', default: undefined, meaning: clean(comments.join(' ')) })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  }

  #docOf(symbol: ts.Symbol): Pick<Entry, 'summary' | 'throws' | 'examples'> {
    return {
      summary: clean(plainText(symbol.getDocumentationComment(this.#checker))),
      throws: tagsOf(symbol, 'throws'),
      examples: tagsOf(symbol, 'example', false),
    }
  }
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

function isObjectAlias(declaration: ts.Declaration): boolean {
  if (!ts.isTypeAliasDeclaration(declaration)) return false
  const { type } = declaration
  return ts.isTypeLiteralNode(type) || (ts.isIntersectionTypeNode(type) && type.types.some((one) => ts.isTypeLiteralNode(one)))
}

/** Members of React and the DOM are described by their own documentation. */
function isOurs(symbol: ts.Symbol): boolean {
  if (symbol.name.startsWith('__') || symbol.name.startsWith('#')) return false
  const declarations = symbol.declarations ?? []
  return (
    declarations.length > 0 &&
    declarations.every((one) => !/\/node_modules\/(?!licet\/)/.test(one.getSourceFile().fileName)) &&
    declarations.every(
      (one) => !(ts.canHaveModifiers(one) && ts.getModifiers(one)?.some((m) => m.kind === ts.SyntaxKind.PrivateKeyword)),
    )
  )
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

/** The declared text is shorter than what the checker prints: it names aliases instead of spelling them out. */
function typeText(declaration: ts.Declaration, checker: ts.TypeChecker, symbol: ts.Symbol): string {
  if (ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration)) {
    const text = declaration.getText().replace(/^[^(<]*(?=[(<])/, '')
    return tidy(text.replace(/\):/, ') =>'))
  }
  const node = (declaration as ts.PropertySignature).type
  return tidy(node?.getText() ?? checker.typeToString(checker.getTypeOfSymbol(symbol)))
}

function tidy(text: string): string {
  const line = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/import\("[^"]+"\)\./g, '')
    .replace(/\breadonly (?=[\w[])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ \| undefined$/, '')
    .replace(/;( \})/g, '$1')
    .replace(/;$/, '')
    .replace(/^\| /, '')
    .trim()
  return isWrapped(line) ? line.slice(1, -1) : line
}

/** Whether one pair of parentheses encloses the whole type, as around a function type that was optional. */
function isWrapped(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false
  let depth = 0
  for (let at = 0; at < text.length - 1; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return false
  }
  return true
}

function signaturesOf(symbol: ts.Symbol): string[] {
  return (symbol.declarations ?? []).flatMap((declaration) => {
    if (ts.isInterfaceDeclaration(declaration) || isObjectAlias(declaration)) return []
    if (ts.isClassDeclaration(declaration)) {
      const made = declaration.members.filter((member) => ts.isConstructorDeclaration(member))
      return made.map(
        (member) =>
          `new ${declaration.name?.text}${oneLine(
            member
              .getText()
              .replace(/^constructor/, '')
              .replace(/;$/, ''),
          )}`,
      )
    }
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
    const text = node
      .getText()
      .replace(/\/\*\*[\s\S]*?\*\//g, '')
      .replace(/^export (declare )?/, '')
      .replace(/^declare /, '')
    return [oneLine(text)]
  })
}

function oneLine(text: string): string {
  return text
    .replace(/import\("[^"]+"\)\./g, '')
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim()
}

function plainText(parts: readonly ts.SymbolDisplayPart[]): string {
  return ts.displayPartsToString([...parts])
}

function tagsOf(symbol: ts.Symbol, name: string, isProse = true): string[] {
  return symbol
    .getJsDocTags()
    .filter((tag) => tag.name === name)
    .map((tag) => plainText(tag.text ?? []))
    .map((text) => (isProse ? clean(text.replace(/^\{(\w+)\}\s*/, '')) : text.trim()))
}

/** Finds the sentence of a docstring that states the default, and returns the text without it. */
export function statedDefault(text: string): { readonly default: string | undefined; readonly rest: string } {
  const found = /(?:^|\s)Defaults?(?::| to| is)? ((?:`[^`]*`|[^.`]|\.(?=\w))+)\./.exec(text)
  if (found === null) return { default: undefined, rest: clean(text) }
  return { default: clean(found[1] ?? ''), rest: clean(text.replace(found[0], ' ')) }
}

function clean(text: string): string {
  return text
    .replace(/\{@link ([^}|\s]+)(?:[\s|][^}]*)?\}/g, '`$1`')
    .replace(/[ \t]*\n(?!\n)[ \t]*/g, (match) => (match.includes('\n\n') ? match : ' '))
    .replace(/[ \t]+/g, ' ')
    .trim()
}
