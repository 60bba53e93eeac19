import { type Fault, placeIn } from '../finding.ts'
import { type Judged, type Placed, type Rule, sentencesOf, titleOf } from '../judged.ts'
import { has } from '../phrase.ts'

const FORM =
  /(?:,? (?:Inc|LLC|L\.L\.C|Ltd|Limited|PLC|plc|GmbH(?: & Co\. KG)?|AG|KG|SE|UG|SAS|SARL|S\.A\.S|S\.A\.R\.L|SA|S\.A|S\.L|S\. L|Ltda|Corp|Corporation|Company|B\.V|e\. ?V)\.?)(?![\p{L}])/u
const NAME =
  /\p{Lu}[\p{L}\p{N}&'.-]{1,30}(?: (?:(?:&|and|und|y|et|e|de|of|du|del|do|da|la|the|für) ){0,2}[\p{Lu}\p{N}][\p{L}\p{N}&'.-]{0,30}){0,5}/gu

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
  if (!whole.includes(name)) {
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
  const { grammar, agreement, locale } = judged
  if (grammar === undefined) return undefined
  for (const sentence of sentencesOf(judged)) {
    if (sentence.block.kind === 'heading') continue
    const [match] = [...sentence.text.matchAll(grammar.parties)]
    if (match === undefined) continue
    const at = match.index + match[0].length
    const names = namesIn(sentence, at, locale)
    if (names.length === 0 || names.some(({ text }) => isSame(bare(text), own))) continue
    const [first] = names
    if (first === undefined || has(first.text, grammar.terms)) continue
    const message = `The text is made with ${first.text}, and the company of the agreement is ${agreement?.company.name}.`
    const place = placeIn(sentence.block, sentence.from + first.from, sentence.from + first.from + first.text.length)
    return { rule: 'company_not_in_record', severity: 'error', ...place, message, fix: 'Name one company in both.' }
  }
  return undefined
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

function isSame(name: string, own: string): boolean {
  return name.includes(own) || own.includes(name)
}

function bare(name: string): string {
  return name
    .replace(FORM, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/[.,]$/, '')
    .trim()
}
