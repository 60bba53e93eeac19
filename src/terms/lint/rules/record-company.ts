import { type Fault, placeIn } from '../finding.ts'
import { type Judged, type Placed, type Rule, sentencesOf, titleOf } from '../judged.ts'
import { compile, escapeText, has } from '../phrase.ts'

const FORM =
  /(?:,? (?:Inc|LLC|L\.L\.C|Ltd|Limited|PLC|plc|GmbH(?: & Co\. KG)?|AG|KG|SE|UG|SAS|SARL|S\.A\.S|S\.A\.R\.L|SA|S\.A|S\.L|S\. L|Ltda|Corp|Corporation|Company|B\.V|e\. ?V|e\. ?K|OHG|ApS|OÜ|LLP|Co)\.?)(?![\p{L}])/u
/** A legal form before the name: `SARL Marché Couvert`. */
const FORM_BEFORE = /^(?:SARL|SAS|SA|EURL|SCI|S\.A\.R\.L\.|S\.A\.S\.|S\.A\.) (?=\p{Lu})/u
const NAME =
  /\p{Lu}[\p{L}\p{N}&'.-]{1,30}(?: (?:(?:&|and|und|y|et|e|de|of|du|del|do|da|la|the|für) ){0,2}[\p{Lu}\p{N}][\p{L}\p{N}&'.-]{0,30}){0,5}/gu

const ARTICLE = /^(?:The|This|Each|Any|Such|Die|Der|Das|La|El|Le|Les|A|O)(?: |$)/

/** Finds a text that is made with another company than the record has, or does not name the company. */
export const findCompany: Rule = (judged) => {
  const { agreement, blocks } = judged
  const title = titleOf(judged)
  if (agreement === undefined || title === undefined) return []
  const name = bare(agreement.company.name)
  const whole = bare(blocks.map(({ prose }) => prose).join(' '))
  const found: Fault[] = []
  const other = findOther(judged, name)
  if (other !== undefined) found.push(other)
  if (!hasName(whole, name)) {
    found.push({
      rule: 'company_not_in_text',
      severity: 'error',
      ...placeIn(title),
      message: `The text does not name ${agreement.company.name}, the company of the agreement.`,
      fix: 'Name the company as the agreement does.',
    })
  }
  return found
}

function findOther(judged: Judged, own: string): Fault | undefined {
  const party = findParty(judged, own)
  if (party === undefined) return undefined
  const { sentence, from, text } = party
  const message = `The text is made with ${text}, and the company of the agreement is ${judged.agreement?.company.name}.`
  const place = placeIn(sentence.block, sentence.from + from, sentence.from + from + text.length)
  return { rule: 'company_not_in_record', severity: 'error', ...place, message, fix: 'Name one company in both.' }
}

/** Returns the company that a text is made with, if the agreement has another one. */
export function findParty(
  judged: Judged,
  own: string,
): { readonly sentence: Placed; readonly text: string; readonly from: number } | undefined {
  const { grammar, locale } = judged
  if (grammar === undefined) return undefined
  const sentences = sentencesOf(judged).filter(({ block }) => block.kind !== 'heading')
  const isOwnNamed = sentences.some(({ text }) => hasName(bare(text), own))
  for (const sentence of sentences) {
    const [match] = [...sentence.text.matchAll(grammar.parties)]
    // Without its own name, the first company of the text is taken for the party.
    if (match === undefined && isOwnNamed) continue
    const found = match === undefined ? companiesIn(sentence) : namesIn(sentence, match.index + match[0].length, locale)
    // A text with the name of the company has another party only where a legal form shows it.
    const names = isOwnNamed ? found.filter(({ text }) => FORM.test(text)) : found
    const [first] = names
    if (first === undefined || hasName(bare(sentence.text), own) || has(first.text, grammar.terms.heads)) continue
    return { sentence, ...first }
  }
  return undefined
}

/** Returns the names with a legal form. */
export function companiesIn({ text }: Pick<Placed, 'text'>): { text: string; from: number }[] {
  return [...text.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const form = FORM.exec(text.slice(index, index + name.length + 12))
    const isNamed = name.replace(FORM, '').replace(ARTICLE, '').trim() !== ''
    return form === null || !isNamed
      ? []
      : [{ text: text.slice(index, index + Math.max(name.length, form.index + form[0].length)), from: index }]
  })
}

function namesIn({ text }: Placed, from: number, locale: string): { text: string; from: number }[] {
  return [...text.slice(from, from + 160).matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const start = from + index
    const form = FORM.exec(text.slice(start, start + name.length + 12))
    // German nouns have a capital letter, so only a legal form shows a name there, unless the name follows directly.
    const isDirect = text.slice(from, start).trim().length <= 6
    if (form === null && locale.startsWith('de')) return []
    if (form === null && !isDirect) return []
    return [
      { text: form === null ? name : text.slice(start, start + Math.max(name.length, form.index + form[0].length)), from: start },
    ]
  })
}

/** Returns whether a text has a name, perhaps in another case: “den Stadtwerken Moosach”. */
function hasName(text: string, name: string): boolean {
  const words = name.split(' ').map((word) => `${escapeText(word)}(?:e?[ns])?`)
  return text.includes(name) || compile(`(?<!\\p{L})${words.join(' ')}(?!\\p{L})`, 'u').test(text)
}

export function bare(name: string): string {
  return name
    .replace(FORM_BEFORE, '')
    .replace(FORM, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/[.,]$/, '')
    .trim()
}
