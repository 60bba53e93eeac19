'use client'

import { TermsCheckbox } from 'licet'
import { useActionState } from 'react'
import { signUp } from './actions'

export function SignUpForm() {
  const [answer, action] = useActionState(signUp, '')
  return (
    <form action={action}>
      <input name="email" type="email" aria-label="E-mail" required />
      <TermsCheckbox purposes />
      <p id="answer">{answer}</p>
      <button type="submit">Sign up</button>
    </form>
  )
}
