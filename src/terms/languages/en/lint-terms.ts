import type { TermWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** How English contracts write defined terms. */
export const terms: TermWords = {
  candidate:
    /(?<![\p{L}\p{N}'"“«„-])(\p{Lu}[\p{Ll}-]{1,30}(?:\s(?:of|and)){0,2}\s\p{Lu}[\p{Ll}-]{1,30}(?:\s\p{Lu}[\p{Ll}-]{1,30}){0,2}|\p{Lu}[\p{Ll}-]{2,30})(?!["”»])(?![\p{L}\p{N}])/gu,
  heads: phrase(
    '(?:affiliates?|partners?|rules?|data|information|materials?|content|policy|policies|period|date|term|products?|purposes?|rights|program(?:me)?|account|users?|part(?:y|ies)|records?|devices?|property|guidelines?|benefits?|points|rewards?|standards?|procedures?|territory|results|works?|services?|fees?|providers?|recipients?|licen[sc]ees?|licen[sc]ors?|customers?|clients?|members?|participants?|subscribers?|suppliers?|company|platform|software|app|site|website|team|committee|conditions?|terms|event|default|notice|interest|zone|area|plan|level|tier|credits?|bonus|payments?|costs?|charges?|sensors?|research|study|network|system|insights?|measures?|requirements?|contacts?|persons?|individuals?|representatives?|agents?|contractors?|parties|entit(?:y|ies)|group|processors?|controllers?|operators?|managers?|administrators?|coordinators?|brokers?|sponsors?|vendors?|distributors?|collaborators?)>',
  ),
  before: phrase(
    '(?:the|its|their|our|your|any|such|all|each|every|by|with|to|of|as|other|this|these|those|a|an|and|or|from|for|under)>',
  ),
  determiner: /^(?:The|Each|Any|All|Such|Every|Our|Your|Its|Their|These|Only)\s(?=\p{Lu})/u,
  plural: /(?:its|their|any|such|all|each|every|other|our)$/iu,
  names:
    /^(?:Acts?|Code|Laws?|Regulations?|Directive|Commission(?:er)?|Court|Authority|Administration|Office|Ombudsman|Inspectorate|Regulator|Police|Union|Area|States?|Kingdom|Republic|University|Institute|College|School|Ministry|Department|Agency|Board|Council|Centre|Center|Street|Road|Bank|Association|Federation|Convention|Treaty|Constitution|Day|Week|Parliament|Government|Service|Bureau|Fund|Foundation|Trust|Society|Museum|Library|Hospital|Church|Team|Plus|Store|Play|Internet|Web|Market|Park|House|Club|League|Cup|Prize|Award|Festival|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/u,
  documents: /^(?:(?:Privacy|Cookies?|Acceptable|Terms|Community|Fair|Refund)\s|(?:\p{L}{1,20}\s)?Economic Area$)/u,
  pronoun: /^(?:you|we|us|they)$/iu,
  isHeadLast: true,
}
