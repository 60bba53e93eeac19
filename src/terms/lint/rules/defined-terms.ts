import { purposeLabel } from '../../values.ts'
import type { Block } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import { isBold, type Judged, type Rule } from '../judged.ts'
import { compile, escapeText } from '../phrase.ts'

interface Definition {
  readonly term: string
  readonly block: Block
  readonly from: number
  readonly to: number
}

const QUOTED = /["“„«‚'‹]\s?(\p{Lu}[\p{L}\p{N}'&/-]{0,40}(?:\s[\p{L}\p{N}'&/()-]{1,40}){0,5})\s?["”“»'›]/gu
const CAPITALIZED = /^\p{Lu}/u
/** Words before a quoted term in brackets: `(the “Company”)`. */
const OPENS = /\([^()]{0,60}$/
const SEQUENCE =
  /(?<![\p{L}\p{N}'"“«„-])(\p{Lu}[\p{Ll}-]{1,30}(?:\s(?:de|da|do|du|des|del|of|la|los|das|dos|and)){0,2}\s\p{Lu}[\p{Ll}-]{1,30}(?:\s\p{Lu}[\p{Ll}-]{1,30}){0,2}|\p{Lu}[\p{Ll}-]{2,30})(?!["”»])(?![\p{L}\p{N}])/gu

/** Names of other documents and of regions. */
const OTHER_DOCUMENT =
  /^(?:Privacy|Cookie|Cookies|Acceptable|Terms|Community|Fair|Refund)\s|^(?:\p{L}{1,20}\s)?Economic Area$|^(?:Política|Politique|Aviso|Términos|Termos|Conditions Générales|Code)\b/u

/** German nouns have a capital letter; an adjective before one has it only in a term. */
const GERMAN =
  /(?<=\p{Ll},? )\p{Lu}\p{Ll}{2,20}(?:iert|igt|bunden|lich|bar|sam|ndet|tet|zt|nnt|lt)e[nrsm]? \p{Lu}\p{Ll}{2,30}(?!\p{L})/gu

/** Finds definitions that the text does not use, and terms with a capital letter that it does not define. */
export const findTerms: Rule = (judged) => {
  if (judged.grammar === undefined) return []
  const definitions = readDefinitions(judged)
  return [...findUnused(judged, definitions), ...findUndefined(judged, definitions)]
}

function readDefinitions({ blocks, grammar }: Judged): Definition[] {
  const means = grammar?.means ?? /$^/
  return blocks.flatMap((block) => {
    const found: Definition[] = []
    const add = (term: string, from: number, to: number) => {
      if (CAPITALIZED.test(term) && !found.some((one) => one.from === from)) found.push({ term: term.trim(), block, from, to })
    }
    const isExplained = (to: number) =>
      block.prose
        .slice(to, to + 40)
        .trimStart()
        .search(means) === 0
    const isInBrackets = (from: number) => OPENS.test(block.prose.slice(Math.max(0, from - 70), from))
    const text = block.text.replace(/[\u2018\u2019]/g, "'")
    for (const { 0: quoted, 1: term = '', index } of text.matchAll(QUOTED)) {
      const to = index + quoted.length
      if (isExplained(to) || block.prose.slice(to, to + 40).search(means) === 0 || isInBrackets(index)) add(term, index, to)
    }
    for (const [from, to] of block.bold) {
      const term = text.slice(from, to).replace(/[:.]$/, '')
      if (term.length > 60) continue
      if (!isBold(block) && !/["“«„]/.test(term) && isExplained(to)) add(term, from, to)
      if (isInBrackets(from)) add(term.replace(/["“”«»„]/g, ''), from, to)
    }
    return found
  })
}

function findUnused({ blocks, agreement }: Judged, definitions: readonly Definition[]): Fault[] {
  // A list of purposes explains each one, and no other clause has to repeat it.
  const words = agreement?.template?.words
  const purposes = words === undefined ? [] : (agreement?.purposes ?? []).map((purpose) => purposeLabel(purpose, words))
  return definitions.flatMap((definition) => {
    const { term, block, from, to } = definition
    if (purposes.includes(term)) return []
    const stem = term.length > 5 ? term.slice(0, -1) : term
    const pattern = compile(`(?<![\\p{L}])${escapeText(stem)}`, 'giu')
    const isUsed = blocks.some((one) =>
      [...one.text.matchAll(pattern)].some(({ index }) => one !== block || index < from || index >= to),
    )
    if (isUsed) return []
    const message = `“${term}” is defined and never used.`
    return [
      {
        rule: 'unused_term',
        severity: 'warning',
        ...placeIn(block, from, to),
        message,
        fix: 'Remove the definition, or use the term.',
      },
    ]
  })
}

function findUndefined(judged: Judged, definitions: readonly Definition[]): Fault[] {
  const { blocks, grammar, agreement } = judged
  const defined = definitions.map(({ term }) => term.toLowerCase())
  const titles = blocks
    .filter((block) => block.kind === 'heading' || block.isHeader === true || isBold(block))
    .map(({ text }) => text.toLowerCase())
  const company = agreement?.company.name.toLowerCase() ?? ''
  const seen = new Set<string>()
  const isGerman = judged.locale.startsWith('de')
  return blocks.flatMap((block) => {
    if (block.kind === 'heading' || block.kind === 'row' || isBold(block) || isShouting(block.prose)) return []
    return [...block.prose.matchAll(isGerman ? GERMAN : SEQUENCE)].flatMap((match): Fault[] => {
      const [determiner = ''] = DETERMINER.exec(match[0]) ?? []
      const words = match[0].slice(determiner.length)
      const index = match.index + determiner.length
      const key = words.toLowerCase()
      const before = block.prose.slice(Math.max(0, index - 24), index)
      const precedes = [...before.matchAll(grammar?.beforeTerm ?? /$^/g)].at(-1)
      const isAfterDeterminer = precedes !== undefined && precedes.index + precedes[0].length >= before.trimEnd().length
      if (
        seen.has(key) ||
        !(isGerman ? !PROPER_GERMAN.test(words) : isAfterDeterminer && isContractWord(judged, words, before)) ||
        isMarked(block, index)
      )
        return []
      const isKnown = defined.some((term) => isSameTerm(term, key)) || titles.some((title) => title.includes(stemOf(key)))
      if (isKnown || (company !== '' && company.includes(key)) || OTHER_DOCUMENT.test(words) || isName(judged, words)) return []
      seen.add(key)
      const message = `“${words}” is written as a defined term, and the text does not define it.`
      return [
        {
          rule: 'undefined_term',
          severity: 'warning',
          ...placeIn(block, index, index + words.length),
          message,
          fix: 'Define it, or write it with a small letter.',
        },
      ]
    })
  })
}

/** Institutions, laws and places, whose names have capital letters too. */
const PROPER =
  /^(?:Acts?|Code|Laws?|Regulations?|Directive|Commission(?:er)?|Court|Authority|Office|Union|Area|States?|Kingdom|Republic|University|Institute|College|School|Ministry|Department|Agency|Board|Council|Centre|Center|Street|Road|Bank|Association|Convention|Treaty|Constitution|Day|Parliament|Government|Service|Bureau|Fund|Foundation|Trust|Society|Museum|Library|Hospital|Church|Team|Plus|Store|Play|Internet|Web|Market|Park|House|Club|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Sunday|Agencia|Comisión|Tribunal|Ministerio|Ley|Código|Reglamento|Unión|Estado|Banco|Universidad|Instituto|Junta|Consejo|Registro|Constitución|Directiva|Real|Boletín|Autoridad|Autoridade|Comissão|Conselho|Lei|União|Commission|Cour|Loi|Règlement|Union|Ministère|Autorité|Conseil|Institut|Musée|Ville|Mairie|Prefeitura|Tribunal|Estados|Regulamento|Diretiva|Orgánica|Europea|Européenne|Europeia|Nationale|Nacional|National)$/u
/** A determiner at the start of a sentence. */
const DETERMINER =
  /^(?:The|Each|Any|All|Such|Every|Our|Your|Its|Their|These|El|La|Los|Las|Sus|Le|Les|Ses|O|A|Os|As|Seus|Suas|Cada|Chaque|Todos|Tous)\s(?=\p{Lu})/u
/** Names of institutions in German, which begin with an adjective. */
const PROPER_GERMAN =
  /(?:Union|Bank|Kreuz|Wirtschaftsraum|Republik|Kommission|Gerichtshof|Staaten|Nationen|Königreich|Damen|Herren)$/u
/** Determiners before a term in the plural, which a proper name seldom has. */
const PLURAL =
  /(?:its|their|any|such|all|each|every|other|our|sus|los|las|nuestros|nuestras|dichos|dichas|ses|les|leurs|nos|des|aux|seus|suas|os|as|aos|às|dos|das|nossos|nossas)$/iu

// The noun stands last in English, and first in the Romance languages.
function isContractWord({ grammar, locale }: Judged, words: string, before: string): boolean {
  const parts = words.split(' ').filter((part) => CAPITALIZED.test(part))
  if (parts.some((part) => PROPER.test(part))) return false
  const head = (locale.startsWith('en') ? parts.at(-1) : parts[0]) ?? ''
  const isListed = [...head.matchAll(grammar?.terms ?? /$^/g)].some(([found]) => found.length === head.length)
  return isListed || (parts.length > 1 && PLURAL.test(before.trimEnd()))
}

function isSameTerm(term: string, words: string): boolean {
  const [one, other] = [stemOf(term), stemOf(words)]
  return one.startsWith(other) || one === other || words.split(' ').every((word) => term.includes(stemOf(word)))
}

// A word that is also part of a longer name, such as “the Institute” of “Cascade Health Institute”.
function isName({ blocks }: Judged, words: string): boolean {
  if (words.includes(' ')) return false
  const longer = compile(
    `\\p{Lu}[\\p{L}-]{1,30} (?:\\p{Lu}[\\p{L}-]{1,30} ){0,3}${escapeText(words)}(?![\\p{L}])|(?<![\\p{L}])${escapeText(words)} (?:de |del |des |du |da |do )?\\p{Lu}\\p{Ll}`,
    'u',
  )
  return blocks.some(({ prose, kind }) => kind !== 'heading' && longer.test(prose))
}

// The label of a button, or the name of a linked document.
function isMarked({ bold, links }: Block, index: number): boolean {
  return [...bold, ...links.map(({ range }) => range)].some(([from, to]) => index >= from && index < to)
}

function isShouting(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return (text.match(/\p{Lu}/gu)?.length ?? 0) > letters / 2
}

function stemOf(term: string): string {
  return term.toLowerCase().replace(/(?:e?s|n|en|er)$/u, '')
}
