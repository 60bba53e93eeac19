import { ConsentLink, ConsentScreen, ConsentSettings } from 'licet'
import { useEffect } from 'react'
import { Home } from './home.tsx'
import icon from './icon.svg'
import { News } from './news.tsx'
import { PhonePage } from './phone.tsx'
import { Report } from './report.tsx'
import { Link, navigate, usePath } from './router.tsx'
import { SignUp } from './sign-up.tsx'

const TITLES: Readonly<Record<string, string>> = {
  '/': 'Receipts',
  '/report': 'Your report',
  '/agree': 'Share and earn',
  '/settings': 'Settings',
  '/sign-up': 'Sign up',
  '/news': 'News',
  '/phone': 'On a phone',
}

/** The demo app Pomelo. Each page has one surface of the kit, as a customer would use it. */
export function App() {
  const path = usePath()
  const title = TITLES[path] ?? 'Receipts'
  useEffect(() => {
    document.title = `${title} · Pomelo`
  }, [title])
  return (
    <>
      <header className="bar">
        <Link className="brand" href="/">
          <img src={icon} alt="" width="28" height="28" />
          Pomelo
        </Link>
        <nav aria-label="Pomelo">
          <Link href="/">Receipts</Link>
          <Link href="/report">Report</Link>
          <Link href="/agree">Share and earn</Link>
          <Link href="/settings">Settings</Link>
        </nav>
      </header>
      <main>
        <Page path={path} />
      </main>
      <footer className="foot">
        <p>Pomelo is a made-up shop. What you agree to here is stored by the service on this machine, and nowhere else.</p>
        <nav aria-label="More of this demo">
          <Link href="/sign-up">Sign up</Link>
          <Link href="/news">Changed terms</Link>
          <Link href="/phone">On a phone</Link>
        </nav>
        <ConsentLink className="quiet-link" />
      </footer>
    </>
  )
}

function Page({ path }: { readonly path: string }) {
  switch (path) {
    case '/agree':
      return <ConsentScreen surface="page" className="question" onDone={() => navigate('/')} />
    case '/settings':
      return <Settings />
    case '/report':
      return <Report />
    case '/sign-up':
      return <SignUp />
    case '/news':
      return <News />
    case '/phone':
      return <PhonePage />
    default:
      return <Home />
  }
}

function Settings() {
  return (
    <section className="settings" aria-labelledby="settings-title">
      <h1 id="settings-title">Settings</h1>
      <ConsentSettings />
    </section>
  )
}
