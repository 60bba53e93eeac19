'use server'

import { readTermsField, type TermsField } from 'licet/client'

/** Answers with what the form reports, as an action that refuses the address does. */
export async function signUp(_: string, form: FormData): Promise<string> {
  const terms: TermsField = readTermsField(form)
  return `${form.get('email')}: ${terms.status}`
}
