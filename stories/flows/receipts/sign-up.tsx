import { TermsCheckbox } from 'licet'
import { useState } from 'react'
import { useVisitor, VisitorPage } from './visitor.tsx'

/** Sign-up with the agreement as a part of the form. */
export function SignUp() {
  const visitor = useVisitor('sign-up')
  return (
    <VisitorPage visitor={visitor}>
      <SignUpForm key={visitor.config.userId} />
    </VisitorPage>
  )
}

function SignUpForm() {
  const [email, setEmail] = useState<string>()
  if (email !== undefined)
    return (
      <section className="form" aria-labelledby="welcome-title">
        <h1 id="welcome-title">Welcome to Pomelo</h1>
        <p>Your account for {email} is ready. Your first 200 points come with your first receipt.</p>
      </section>
    )
  return (
    <form className="form" aria-labelledby="sign-up-title" action={(fields) => setEmail(String(fields.get('email')))}>
      <h1 id="sign-up-title">Sign up</h1>
      <p className="quiet">Scan your grocery receipts, and get points for them.</p>
      <label>
        Name
        <input name="name" autoComplete="name" required />
      </label>
      <label>
        Email
        <input name="email" type="email" autoComplete="email" required />
      </label>
      <TermsCheckbox purposes headingLevel={2} />
      <button type="submit" className="button">
        Create account
      </button>
    </form>
  )
}
