import {
  ConsentButton,
  ConsentGate,
  ConsentLink,
  ConsentProvider,
  ConsentScreen,
  ConsentSettings,
  type ServiceClientConfig,
  TermsCheckbox,
  TermsDocument,
  TermsNotice,
} from 'licet'
import type { ReactElement } from 'react'

const appearance = { variables: { 'color-accent': 'rgb(12, 34, 56)' } } as const

// The syntax of react-markdown and remark-gfm: a table with alignment, which other renderers write as a style attribute.
const CUSTOM = `# Terms of Pomelo

| data | days |
|:-----|-----:|
| receipts | 30 |

You agree[^1] with **Accept**. See [our terms](https://pomelo.example/terms).

[^1]: On this device.
`

const PAGES: Readonly<Record<string, ReactElement>> = {
  '/custom': <TermsDocument text={CUSTOM} locale="en" />,
  '/changed': <TermsNotice />,
  '/dialog': <Dialogs />,
  '/settings': <ConsentSettings />,
}

interface AppProps {
  readonly config: ServiceClientConfig
  readonly path: string
  readonly nonce: string | undefined
}

/** The ready-made components of the kit, one path for each step of a person. */
export function App({ config, path, nonce }: AppProps) {
  const { agreement } = config
  const changed = { ...config, agreement: { ...agreement, compensation: '100 points a month' } }
  return (
    <ConsentProvider
      config={path === '/changed' ? changed : config}
      appearance={appearance}
      {...(nonce !== undefined && { nonce })}
    >
      <main>{PAGES[path] ?? <Screen />}</main>
    </ConsentProvider>
  )
}

function Screen() {
  return (
    <>
      <ConsentScreen />
      <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
        <p>Unlocked</p>
      </ConsentGate>
    </>
  )
}

function Dialogs() {
  return (
    <>
      <ConsentScreen surface="sheet" defaultOpen={false} />
      <ConsentButton />
      <ConsentGate usecase="analytics">
        <p>Unlocked</p>
      </ConsentGate>
      <form>
        <TermsCheckbox />
      </form>
      <ConsentLink />
    </>
  )
}
