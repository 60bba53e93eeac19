import { LicetError } from '../../../core/errors.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { AgreementInput } from '../../../terms/agreement-input.ts'
import { GALLERY } from '../../../terms/gallery.ts'
import { UsageError } from '../../command.ts'
import { printable } from '../../printable.ts'

/**
 * Reads an agreement from JSON and loads its template.
 *
 * The other members are not checked here: `defineAgreement()` checks them and names the wrong one.
 *
 * @throws {LicetError} `invalid_json` when the text is not a JSON object.
 * @throws {UsageError} when no shipped template has the name in `template`.
 */
export async function readAgreement(
  source: string,
  file: string,
): Promise<{ agreement: AgreementInput; labels: Record<string, string> }> {
  const { template, labels, ...members } = parseObject(source, file)
  const load = typeof template === 'string' && Object.hasOwn(GALLERY, template) ? GALLERY[template] : undefined
  if (template !== undefined && load === undefined) {
    const names = Object.keys(GALLERY).join(', ')
    throw new UsageError(
      `${file}: no shipped template has the name ${JSON.stringify(template)}. Nothing was checked. Use one of: ${names}.`,
    )
  }
  const loaded = await load?.()
  const agreement = { ...members, ...(loaded === undefined ? {} : { template: loaded.default }) } as unknown as AgreementInput
  return { agreement, labels: isJsonObject(labels) ? pickTexts(labels) : {} }
}

function parseObject(source: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(source)
    if (isJsonObject(value)) return { ...value }
  } catch {
    // Reported below, without the message of the parser, which differs between versions of Node.
  }
  throw new LicetError(
    'invalid_json',
    `${printable(file)} has no JSON object. Nothing was checked. Write the input of defineAgreement() as one JSON object.`,
  )
}

function pickTexts(labels: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
