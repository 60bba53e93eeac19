/** What the field of `TermsCheckbox` in a form says. Like every form field, it is only a claim by the page: it does not prove a license. */
export type TermsField =
  /** The person signed these terms on their device. `termsHash` is the SHA3-256 of the text, base64url, as in the record of the license. */
  | { readonly status: 'signed'; readonly termsHash: string }
  /** The person ticked the box, but no script ran. There is no license. */
  | { readonly status: 'unsigned' }
  /** The form has no agreement: the box was not ticked, or was not there. */
  | { readonly status: 'none' }

/** Value of the field until a script can sign. */
export const UNSIGNED_FIELD = 'unsigned'

/** SHA3-256 of a text of terms, as base64url. */
export const TERMS_HASH = /^[\w-]{43}$/

/**
 * Reads what a form says about the agreement, for the server that receives it. Call it in every form handler: a form can be sent without
 * JavaScript, and before the page is interactive.
 *
 * `name` is the `name` of the checkbox. Default `terms`.
 *
 * @example
 * const terms = readTermsField(formData)
 * if (terms.status !== 'signed') return 'Agree to the terms first.'
 */
export function readTermsField(form: { get(name: string): unknown }, name = 'terms'): TermsField {
  const value = form.get(name)
  if (typeof value !== 'string') return { status: 'none' }
  return TERMS_HASH.test(value) ? { status: 'signed', termsHash: value } : { status: 'unsigned' }
}
