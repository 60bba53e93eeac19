import { ConsentLink, ConsentScreen, ConsentSettings } from 'licet'
import { useEffect } from 'react'
import { Home } from './home.tsx'
import icon from './icon.svg'
import { Link, navigate, usePath } from './router.tsx'

const TITLES: Readonly<Record<string, string>> = { '/': 'Receipts', '/agree': 'Share and earn', '/settings': 'Settings' }

/** The demo app Pomelo. Two of its three pages are components of the kit without changes. */
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
          <Link href="/agree">Share and earn</Link>
          <Link href="/settings">Settings</Link>
        </nav>
      </header>
      <main>
        {path === '/agree' ? (
          <ConsentScreen surface="page" onDone={() => navigate('/')} />
        ) : path === '/settings' ? (
          <Settings />
        ) : (
          <Home />
        )}
      </main>
      <footer className="foot">
        <p>Pomelo is a made-up shop. What you agree to here is stored by the service on this machine, and nowhere else.</p>
        <ConsentLink className="quiet-link" />
      </footer>
    </>
  )
}

function Settings() {
  return (
    <section className="settings" aria-labelledby="settings-title">
      <h1 id="settings-title">Settings</h1>
      <ConsentSettings />
    </section>
  )
}
