import { textIn } from '../../../core/localized-text.ts'
import { WILDCARD } from '../../../core/words.ts'
import { recipientsOf } from '../../values.ts'
import { ADDRESS, type Block } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import { cellOf, type Judged, type Rule, titleOf, topicOf } from '../judged.ts'
import type { Grammar } from '../lint-words.ts'
import { isDenied } from '../negation.ts'
import { has } from '../phrase.ts'
import { squash } from '../record-words.ts'
import type { Sentence } from '../sentences.ts'
import { bare, companiesIn, findParty } from './record-company.ts'

/** A part of a list of recipients. */
const PART = /(?:^|,|\s(?:and|und|y|et|e|or)\s)(?:(?!\s(?:and|und|et|or)\s)[^,.;:()|]|(?<=S)\.|,(?= (?:Inc|LLC|Ltd|S\.))){1,80}/gu
const NAME = /^(?:\p{Lu}[\p{L}\p{N}&'.-]{1,30})(?: (?:(?:&|de|of|und|y|et|e) )?[\p{Lu}\p{N}][\p{L}\p{N}&'.-]{0,30}){0,4}/u
const LEGAL_FORM =
  /\b(?:Inc|LLC|Ltd|Limited|PLC|plc|GmbH|AG|KG|SE|SAS|SARL|SA|S\.A|S\.L|S\.r\.l|Ltda|Corp|Corporation|B\.V|BV|Oy|AB|e\.\sV)\b/

/** Finds recipients that the text names and the record lacks, and the other way round. */
export const findRecipients: Rule = (judged) => {
  if (judged.agreement === undefined) return []
  return [...findForeign(judged), ...findUnnamed(judged)]
}

function findForeign(judged: Judged): Fault[] {
  const { agreement, blocks, grammar } = judged
  if (agreement === undefined || grammar === undefined) return []
  if (recipientsOf(agreement.purposes).includes(WILDCARD)) return []
  const party = findParty(judged, bare(agreement.company.name))
  const known = [...knownNames(judged), ...(party === undefined ? [] : [squash(party.text)])]
  return blocks.flatMap((block, at) => {
    if (block.kind === 'heading' || block.isHeader === true) return []
    const isTopic = has(topicOf(blocks, at), grammar.topics.recipients)
    return block.sentences.flatMap((sentence): Fault[] => {
      const header = block.kind === 'row' ? (block.header?.prose.split('|')[cellOf(block, sentence)] ?? '') : undefined
      const isColumn = header !== undefined && has(header, grammar.topics.recipients)
      const isShared = has(sentence.text, grammar.share)
      const isReceived = !has(sentence.text, grammar.parties) && has(sentence.text, grammar.meaning.receive)
      if (!(isColumn || isTopic || isShared || isReceived)) return []
      if (has(sentence.text, grammar.person) && !has(sentence.text, grammar.permit)) return []
      const hosts = hostsIn(block, sentence.from, sentence.to)
      const companies =
        isReceived || isShared ? companiesIn(sentence).map(({ text: name, from }) => ({ name, from: sentence.from + from })) : []
      const names = isShared
        ? namesAfter(sentence.text, grammar.share, judged.locale).map((one) => ({ ...one, from: one.from + sentence.from }))
        : isTopic || isColumn
          ? namesIn(sentence.text, labelEnd(block, sentence), judged.locale, true).map((one) => ({
              ...one,
              from: one.from + sentence.from,
            }))
          : []
      const foreign = [...hosts, ...names, ...companies].find(
        ({ name, from }) =>
          !isKnown(name, known) && !isInstitution(name, grammar) && !isDenied(block, sentence.text, from - sentence.from, grammar),
      )
      if (foreign === undefined) return []
      return [
        {
          rule: 'recipient_not_in_record',
          severity: 'error',
          ...placeIn(block, foreign.from, foreign.from + foreign.name.length),
          message: `The text gives the data to ${foreign.name}, which the agreement does not have as a recipient.`,
          fix: 'Add it to destinations, or remove it from the text.',
        },
      ]
    })
  })
}

/** “Regulation 8”, “the Energy Ombudsman”. */
function isInstitution(name: string, { terms }: Grammar): boolean {
  return !LEGAL_FORM.test(name) && !name.includes('.') && name.split(' ').some((word) => terms.names.test(word))
}

interface FoundName {
  readonly name: string
  readonly from: number
}

function hostsIn({ text, links }: Block, from: number, to: number): FoundName[] {
  return [...text.slice(from, to).matchAll(ADDRESS)].flatMap(({ 0: found, index }) => {
    const isLink = links.some(({ range }) => from + index >= range[0] && from + index < range[1])
    if (found.includes('@') || (isLink && found.includes('/'))) return []
    const name = found.replace(/^https?:\/\/(?:www\.)?|^www\./i, '')

    return [{ name: name.split(/[/,;]/, 1)[0] ?? '', from: from + index }]
  })
}

function namesAfter(text: string, share: RegExp, locale: string): FoundName[] {
  return [...text.matchAll(share)].flatMap((match) => namesIn(text, match.index + match[0].length, locale))
}

// A label such as “**Recipients:**” is no name.
function labelEnd({ bold }: Block, { from, text }: Sentence): number {
  const [, to] = bold.find(([start]) => start === from) ?? []
  return to === undefined ? 0 : Math.min(text.length, to - from)
}

/** Returns the names in a list such as “Acme Ltd and Data Row”, from a place on. */
function namesIn(text: string, from: number, locale: string, isStrict = false): FoundName[] {
  const found: FoundName[] = []
  for (const { 0: part, index } of text.slice(from, from + 200).matchAll(PART)) {
    const lead =
      /^(?:,|\s|and |und |y |et |e |or |the |der |die |das |den |la |el |le |les |l'|o |a |an |to |with |mit |à |com |con |only |nur |solo |sólo |seul |seulement |só |apenas )*/i.exec(
        part,
      )?.[0].length ?? 0
    const name =
      NAME.exec(part.slice(lead))?.[0]
        .trim()
        .replace(/[.,;]$/, '') ?? ''
    const isName =
      LEGAL_FORM.test(part) ||
      (!locale.startsWith('de') && (name.includes(' ') || /\p{Ll}\p{Lu}/u.test(name) || (!isStrict && found.length === 0)))
    if (name.length >= 3 && isName) found.push({ name, from: from + index + lead })
    else if (found.length === 0 && index > 60) break
  }
  return found
}

function knownNames({ agreement, locale }: Judged): string[] {
  if (agreement === undefined) return []
  const { company, purposes, destinationLabels = {} } = agreement
  const hosts = [company.termsUrl, company.privacyUrl].map((url) => new URL(url).hostname.replace(/^www\./, ''))
  const labels = Object.values(destinationLabels).map((label) => textIn(label, locale))
  return [...recipientsOf(purposes), ...hosts, ...labels, company.name].map(squash)
}

function isKnown(name: string, known: readonly string[]): boolean {
  const one = squash(name)
  const letters = lettersOf(one)
  return known.some((other) => {
    if (one === other || one.endsWith(`.${other}`) || other.includes(one) || one.includes(other)) return true
    const main = lettersOf(other.split('.').at(-2) ?? other)
    return main.length > 2 && letters.includes(main)
  })
}

function findUnnamed(judged: Judged): Fault[] {
  const { agreement, blocks, locale, grammar } = judged
  const title = titleOf(judged)
  if (agreement === undefined || title === undefined) return []
  const { company, purposes, destinationLabels = {} } = agreement
  const own = [company.termsUrl, company.privacyUrl].map((url) => new URL(url).hostname.replace(/^www\./, ''))
  const whole = squash(blocks.map(({ text }) => text.replace(/(?<![^\s@])[^\s@]{1,64}@\S{1,255}/g, ' ')).join(' '))
  return recipientsOf(purposes).flatMap((destination): Fault[] => {
    if (destination === WILDCARD || own.some((host) => destination === host || destination.endsWith(`.${host}`))) return []
    const label = destinationLabels[destination]
    const main = lettersOf(destination.split('.').at(-2) ?? destination)
    const isNamed =
      whole.includes(destination.toLowerCase()) ||
      (label !== undefined && whole.includes(squash(textIn(label, locale)))) ||
      (main.length > 3 && lettersOf(whole).includes(main))
    if (isNamed) return []
    const topic = blocks.find((block) => block.kind === 'heading' && has(block.prose, grammar?.topics.recipients)) ?? title
    return [
      {
        rule: 'recipient_not_in_text',
        severity: 'error',
        ...placeIn(topic),
        message: `The agreement has the recipient ${destination}, which the text does not name. People would permit what they did not read.`,
        fix: `Add ${destination} to the text, or remove it from destinations.`,
      },
    ]
  })
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
