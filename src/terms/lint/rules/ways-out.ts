import type { Block } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import { type Judged, type Rule, titleOf, topicOf } from '../judged.ts'
import { has } from '../phrase.ts'
import { endsIn } from '../read-ends.ts'

const EMAIL = /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}.-]{2,63}/u
const PHONE = /(?<![\d.,])(?:\+\d{1,3}[\s.-]?)?\(?\d{2,5}\)?(?:[\s./-]\d{2,5}){1,4}(?![\d.,%€$£])/

/** Finds a text that does not say how to withdraw, how to reach the company, or when it ends. */
export const findMissing: Rule = (judged) => {
  const { words, blocks, agreement } = judged
  if (words === undefined) return []
  const found: Fault[] = []
  const isStop = (block: Block, at: number) => {
    const { stop, anytime } = judged.grammar?.meaning ?? {}
    return has(topicOf(blocks, at), stop) || (has(block.prose, stop) && has(block.prose, anytime))
  }
  if (!blocks.some((block, at) => has(block.prose, words.withdrawal) || isStop(block, at)))
    found.push(
      ...faultOf(judged, 'no_withdrawal', 'error', [
        'The text does not state how to withdraw. A permission that a person cannot withdraw is not given freely.',
        'Add a clause on withdrawal.',
      ]),
    )
  if (!blocks.some(({ text, prose }) => EMAIL.test(text) || isPhone(prose) || has(prose, words.contact)))
    found.push(
      ...faultOf(judged, 'no_contact', 'warning', [
        'The text has no way to reach the company.',
        'Add an email address, a telephone number or a postal address.',
      ]),
    )
  const isEndless =
    agreement === undefined ? judged.grammar !== undefined && endsIn(judged).length === 0 : agreement.expiry === null
  if (isEndless)
    found.push(
      ...faultOf(judged, 'no_expiry', 'warning', [
        'The license has no end date, so people may forget their permission.',
        'Write when it ends. In the agreement, set expiry to a duration such as { months: 12 }, or to a date.',
      ]),
    )
  return found
}

function isPhone(prose: string): boolean {
  const [number = ''] = PHONE.exec(prose) ?? []
  return (number.match(/\d/g)?.length ?? 0) >= 7 && !/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}-\d{2}-\d{2}$/.test(number)
}

function faultOf(judged: Judged, rule: string, severity: Fault['severity'], [message, fix]: readonly [string, string]): Fault[] {
  const title = titleOf(judged)
  return title === undefined ? [] : [{ rule, severity, ...placeIn(title), message, fix }]
}
