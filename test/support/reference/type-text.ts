import { ts } from '@ts-morph/common'

/** Longest definition that replaces the name of a type, and how many names deep it goes. */
const MAX_DEFINITION_CHARACTERS = 140
const MAX_DEPTH = 2

/** Writes types as a reader of the reference needs them: short, and without names that no page describes. */
export class TypeText {
  readonly #checker: ts.TypeChecker
  readonly #public: ReadonlySet<ts.Symbol>

  constructor(checker: ts.TypeChecker, publicSymbols: ReadonlySet<ts.Symbol>) {
    this.#checker = checker
    this.#public = publicSymbols
  }

  /** The declared text is shorter than what the checker prints: it names types instead of spelling them out. */
  textOf(declaration: ts.Declaration, symbol: ts.Symbol): string {
    if (ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration)) {
      const text = this.#spellOut(declaration).replace(/^[^(<]*(?=[(<])/, '')
      return tidy(text.replace(/\):/, ') =>'))
    }
    const node = (declaration as ts.PropertySignature).type
    if (node === undefined) return tidy(this.#checker.typeToString(this.#checker.getTypeOfSymbol(symbol)))
    const text = tidy(this.#spellOut(node)).replace(/\bstate: State\b/g, () => `state: ${this.#stateOf(symbol)}`)
    // The question mark of an optional member already says so.
    const canBeUndefined = (symbol.flags & ts.SymbolFlags.Optional) === 0 && / \| undefined$/.test(node.getText())
    return canBeUndefined ? `${text} | undefined` : text
  }

  /** The type of a member that has no written one. */
  textOfValue(symbol: ts.Symbol): string {
    const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType
    return tidy(this.#checker.typeToString(this.#checker.getTypeOfSymbol(symbol), undefined, flags))
  }

  /** The state that a component passes to `className` and `render`, whose shared declaration has a type parameter there. */
  #stateOf(symbol: ts.Symbol): string {
    const type = this.#checker.getTypeOfSymbol(symbol)
    const parameters = (type.isUnion() ? type.types : [type])
      .flatMap((one) => one.getCallSignatures())
      .flatMap((signature) => signature.getParameters())
    const state = parameters.find(({ name }) => name === 'state')
    if (state === undefined) return 'State'
    const stateType = this.#checker.getTypeOfSymbol(state)
    const named = [...this.#public].find((one) => this.#checker.getDeclaredTypeOfSymbol(one) === stateType)
    const flags = ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType
    return named?.name ?? this.#checker.typeToString(stateType, undefined, flags)
  }

  /** The text of a node. A short type that no subpath exports is replaced by its definition, because no page describes it. */
  #spellOut(node: ts.Node, depth = 0): string {
    const start = node.getStart()
    let text = node.getText()
    const references: ts.TypeReferenceNode[] = []
    const visit = (child: ts.Node): void => {
      if (ts.isTypeReferenceNode(child) && child.typeArguments === undefined) references.push(child)
      ts.forEachChild(child, visit)
    }
    visit(node)
    for (const reference of references.reverse()) {
      const definition = depth < MAX_DEPTH ? this.#definitionOf(reference, depth) : undefined
      if (definition !== undefined)
        text = text.slice(0, reference.getStart() - start) + definition + text.slice(reference.getEnd() - start)
    }
    return text
  }

  #definitionOf(reference: ts.TypeReferenceNode, depth: number): string | undefined {
    const found = this.#checker.getSymbolAtLocation(reference.typeName)
    const symbol = found && (found.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(found) : found)
    const [declaration] = symbol?.declarations ?? []
    if (symbol === undefined || declaration === undefined || this.#public.has(symbol) || !isOurs(symbol)) return undefined
    if (ts.isTypeAliasDeclaration(declaration) && declaration.typeParameters === undefined) {
      const type = this.#checker.getDeclaredTypeOfSymbol(symbol)
      const values = type.isUnion() ? type.types : [type]
      const literals = values.flatMap((one) => (one.isStringLiteral() ? [`'${one.value}'`] : []))
      const isDerived = !ts.isUnionTypeNode(declaration.type) && literals.length === values.length
      const isWire = declarationOfWire(declaration) !== undefined
      const flags =
        ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType
      if (isWire) return tidy(this.#checker.typeToString(type, undefined, flags))
      const text = isDerived ? literals.join(' | ') : tidy(this.#spellOut(declaration.type, depth + 1))
      if (text.length > MAX_DEFINITION_CHARACTERS || text.includes('`')) return undefined
      return ts.isArrayTypeNode(reference.parent) ? `(${text})` : text
    }
    if (!ts.isInterfaceDeclaration(declaration)) return undefined
    const text = tidy(`{ ${declaration.members.map((member) => tidy(this.#spellOut(member, depth + 1))).join('; ')} }`)
    return text.length > MAX_DEFINITION_CHARACTERS ? undefined : text
  }
}

/** Members of React and the DOM are described by their own documentation. */
export function isOurs(symbol: ts.Symbol): boolean {
  if (symbol.name.startsWith('__') || symbol.name.startsWith('#')) return false
  const declarations = symbol.declarations ?? []
  return (
    declarations.length > 0 &&
    declarations.every((one) => !/\/node_modules\//.test(one.getSourceFile().fileName)) &&
    declarations.every(
      (one) => !(ts.canHaveModifiers(one) && ts.getModifiers(one)?.some((m) => m.kind === ts.SyntaxKind.PrivateKeyword)),
    )
  )
}

/** The declaration of the wire that a type such as `Wire<typeof ProfileRecord>` comes from: `ProfileRecord`. */
export function declarationOfWire(declaration: ts.Declaration): string | undefined {
  if (!ts.isTypeAliasDeclaration(declaration)) return undefined
  return /^(?:Wire<typeof |\{\s*readonly \[Type in keyof typeof )(\w+)/.exec(declaration.type.getText())?.[1]
}

export function isObjectAlias(declaration: ts.Declaration): boolean {
  if (declarationOfWire(declaration) !== undefined) return true
  if (!ts.isTypeAliasDeclaration(declaration)) return false
  const { type } = declaration
  if (ts.isTypeReferenceNode(type)) return /^(Pick|Omit)$/.test(type.typeName.getText())
  return ts.isTypeLiteralNode(type) || (ts.isIntersectionTypeNode(type) && type.types.some((one) => ts.isTypeLiteralNode(one)))
}

/** The declarations of a function, class, constant or type as code, one line each. */
export function signaturesOf(symbol: ts.Symbol): string[] {
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

/** Shortens a type: no `readonly`, no `undefined` of an optional member, one line. */
export function tidy(text: string): string {
  const line = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/import\("[^"]+"\)\./g, '')
    .replace(/\breadonly (?=[\w[{(])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(\?: [^;{}()]*?) \| undefined(?=[;} ,)])/g, '$1')
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

function oneLine(text: string): string {
  return text
    .replace(/import\("[^"]+"\)\./g, '')
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim()
}
