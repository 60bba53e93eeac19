import type { Agreement, Purpose } from '../../core/agreement.ts'
import { textIn } from '../../core/localized-text.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { isSameLanguage } from '../../terms/by-language.ts'
import type { PreparedTemplate } from '../../terms/index.ts'

/** An agreement that may have its template. */
export type ReadableAgreement = Agreement & { readonly template?: PreparedTemplate }

/** Returns the purposes as people read them: with the explanation of the template where the company gives none, and with names for hosts. */
export function readablePurposes(agreement: ReadableAgreement, t: Translator): readonly Purpose[] {
  const { template, purposes } = agreement
  // A contract of the company can be in another language than the words of the template.
  const words: Readonly<Record<string, readonly [string, string]>> | undefined = isSameLanguage(template?.locale ?? '', t.locale)
    ? template?.words.usecases
    : undefined
  return purposes.map((purpose) => {
    const known = words !== undefined && Object.hasOwn(words, purpose.usecase) ? words[purpose.usecase]?.[1] : undefined
    return {
      ...purpose,
      description: purpose.description ?? known,
      destinations: purpose.destinations.map((destination) => recipientName(destination, agreement, t)),
    }
  })
}

/** Returns the name of a recipient: its label, or the company for its own host. Any other recipient keeps its host name. */
function recipientName(destination: string, { company, destinationLabels = {} }: Agreement, t: Translator): string {
  const label = Object.hasOwn(destinationLabels, destination) ? destinationLabels[destination] : undefined
  if (label !== undefined) return textIn(label, t.locale)
  return [company.privacyUrl, company.termsUrl].some((url) => new URL(url).host === destination) ? company.name : destination
}
