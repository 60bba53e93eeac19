/** The values that an app needs to reach the service. None of them is a secret. */
export interface AppValues {
  readonly authUrl: string
  readonly provider: { readonly id: string; readonly publicKey: string }
}

/** A framework, and how an app of it uses the kit. */
export interface Framework {
  readonly name: string
  /** The package that an app of this framework depends on. */
  readonly dependency: string
  /** The prefix of variables that reach the browser. Absent when it depends on the bundler. */
  readonly prefix?: string
  /** Returns the lines to paste into each file, by the name of the file. */
  readonly example: (values: AppValues) => Readonly<Record<string, readonly string[]>>
}

const AUTH_URL = 'LICET_AUTH_URL'
const PROVIDER_ID = 'LICET_PROVIDER_ID'
const PUBLIC_KEY = 'LICET_PROVIDER_PUBLIC_KEY'

/** Returns the variables of `.env.local` in their order. */
export function toVariables(prefix: string, { authUrl, provider }: AppValues): ReadonlyMap<string, string> {
  return new Map([
    [prefix + AUTH_URL, authUrl],
    [prefix + PROVIDER_ID, provider.id],
    [prefix + PUBLIC_KEY, provider.publicKey],
  ])
}

const COMPANY =
  "const company = { name: 'My shop', termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' }"
const AGREEMENT = "const agreement = { company, jurisdiction: 'Ireland', compensation: '200 points a month', expiry: null }"

/** JavaScript expressions for the values that an app needs. */
interface Expressions {
  readonly authUrl: string
  readonly id: string
  readonly publicKey: string
}

const fromVariables = (read: (name: string) => string): Expressions => ({
  authUrl: read(AUTH_URL),
  id: read(PROVIDER_ID),
  publicKey: read(PUBLIC_KEY),
})
const fromVite = (prefix: string) => fromVariables((name) => `import.meta.env.${prefix}${name}`)

/** Returns a component, and its configuration in the same file. */
const component = ({ authUrl, id, publicKey }: Expressions, head = 'export default function App() {'): readonly string[] => [
  "import { ConsentLink, ConsentProvider, ConsentScreen } from 'licet'",
  "import 'licet/styles.css'",
  `const provider = { id: ${id}, publicKey: ${publicKey} }`,
  COMPANY,
  AGREEMENT,
  `const config = { authUrl: ${authUrl}, provider, origin: 'com.example.shop', userId: 'user-1', agreement }`,
  head,
  '  return <ConsentProvider config={config}><ConsentScreen /><ConsentLink /></ConsentProvider>',
  '}',
]

/** Returns the files of Next.js, whose pages share the configuration and read the user from the session. */
const configAndPage = ({ authUrl, id, publicKey }: Expressions): Readonly<Record<string, readonly string[]>> => ({
  'app/consent-config.ts': [
    `const provider = { id: ${id}, publicKey: ${publicKey} }`,
    COMPANY,
    AGREEMENT,
    `export const config = { authUrl: ${authUrl}, provider, origin: 'com.example.shop', agreement }`,
  ],
  'app/page.tsx': [
    "import { ConsentGate, ConsentLink, ConsentProvider, ConsentScreen } from 'licet'",
    "import 'licet/styles.css'",
    "import { config } from './consent-config'",
    'export default function Page() {',
    '  return (',
    '    <ConsentProvider config={config} userId="user-1">',
    '      <ConsentScreen /><ConsentGate usecase="analytics">Your offers</ConsentGate><ConsentLink />',
    '    </ConsentProvider>',
    '  )',
    '}',
  ],
})

/** The frameworks, the more special ones first: an app of Astro, React Router or TanStack Start can depend on Vite too. */
export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'Next.js',
    dependency: 'next',
    prefix: 'NEXT_PUBLIC_',
    // Next.js replaces only whole expressions, whose type includes `undefined`.
    example: () => configAndPage(fromVariables((name) => `process.env.NEXT_PUBLIC_${name} ?? ''`)),
  },
  {
    name: 'React Router',
    dependency: '@react-router/dev',
    prefix: 'VITE_',
    example: () => ({ 'app/routes/home.tsx': component(fromVite('VITE_'), 'export default function Home() {') }),
  },
  {
    name: 'TanStack Start',
    dependency: '@tanstack/react-start',
    prefix: 'VITE_',
    example: () => ({
      'src/routes/index.tsx': [
        "import { createFileRoute } from '@tanstack/react-router'",
        ...component(fromVite('VITE_'), 'function Home() {'),
        "export const Route = createFileRoute('/')({ component: Home })",
      ],
    }),
  },
  {
    name: 'Astro',
    dependency: 'astro',
    prefix: 'PUBLIC_',
    example: () => ({
      'src/components/Consent.tsx, and <Consent client:load /> in a page': component(
        fromVite('PUBLIC_'),
        'export default function Consent() {',
      ),
    }),
  },
  {
    name: 'Vite',
    dependency: 'vite',
    prefix: 'VITE_',
    example: () => ({ 'src/App.tsx': component(fromVite('VITE_')) }),
  },
]

/** An app whose bundler is unknown. The example contains the values themselves. */
export const PLAIN_REACT: Framework = {
  name: 'React',
  dependency: 'react',
  example: ({ authUrl, provider }) => ({
    'the file of your first component': component({
      authUrl: quote(authUrl),
      id: quote(provider.id),
      publicKey: quote(provider.publicKey),
    }),
  }),
}

const quote = (text: string) => `'${text}'`
