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
  /** How `licet init` adds the kit. Absent where it cannot know the file. */
  readonly integration?: Integration
}

/** The file that every page of an app goes through, and how a component is added to it. */
export interface Integration {
  /** Candidates for the file, in order. Those in `src` first. */
  readonly files: readonly string[]
  /** The folder of the new files, relative to the folder of the file. */
  readonly folder: string
  /** What the component wraps. Absent in Astro, where it is an island at the end of the page. */
  readonly wraps?: RegExp
  readonly values: Expressions
  readonly isClientModule?: true
  /** A package that the app needs beside the framework, and the command that adds it. */
  readonly needs?: readonly [name: string, command: string]
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

/** An agreement with its data and its purposes. Nothing else is asked for. */
const AGREEMENT = [
  'const agreement = defineAgreement({',
  "  company: { name: 'My shop', termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' },",
  "  jurisdiction: 'Ireland',",
  "  tags: ['purchase_history'],",
  "  purposes: ['analytics', { usecase: 'personalization' }],",
  "  compensation: '200 points a month',",
  '  expiry: { months: 12 },',
  '})',
]

/** Returns the values that {@link toVariables} wrote with this prefix. A missing value is `undefined`. */
export function fromEnvironment(prefix: string | undefined, variables: Readonly<Record<string, string | undefined>>) {
  const [authUrl, id, publicKey] = [AUTH_URL, PROVIDER_ID, PUBLIC_KEY].map((name) =>
    prefix === undefined ? undefined : variables[prefix + name],
  )
  return { authUrl, id, publicKey }
}

/** JavaScript expressions for the values that an app needs. */
export interface Expressions {
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
// Next.js replaces only whole expressions, whose type includes `undefined`.
const FROM_NEXT = fromVariables((name) => `process.env.NEXT_PUBLIC_${name} ?? ''`)
/** Returns the names of a file in TypeScript and in JavaScript. */
const scripts = (name: string) => ['tsx', 'jsx', 'ts', 'js'].map((extension) => `${name}.${extension}`)

/** Returns a component, and its configuration in the same file. */
const component = ({ authUrl, id, publicKey }: Expressions, head = 'export default function App() {'): readonly string[] => [
  "import { ConsentLink, ConsentProvider, ConsentScreen, defineAgreement } from 'licet'",
  "import 'licet/styles.css'",
  `const provider = { id: ${id}, publicKey: ${publicKey} }`,
  ...AGREEMENT,
  `const config = { authUrl: ${authUrl}, provider, origin: 'com.example.shop', userId: 'user-1', agreement }`,
  head,
  '  return <ConsentProvider config={config}><ConsentScreen /><ConsentLink /></ConsentProvider>',
  '}',
]

/** Returns the files of Next.js, whose pages share the configuration and read the user from the session. */
const configAndPage = ({ authUrl, id, publicKey }: Expressions): Readonly<Record<string, readonly string[]>> => ({
  'app/consent-config.ts': [
    "import { defineAgreement } from 'licet'",
    `const provider = { id: ${id}, publicKey: ${publicKey} }`,
    ...AGREEMENT,
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
    example: () => configAndPage(FROM_NEXT),
    integration: {
      files: [...scripts('src/app/layout'), ...scripts('app/layout')],
      folder: 'licet',
      wraps: /\{children\}/g,
      values: FROM_NEXT,
      isClientModule: true,
    },
  },
  {
    name: 'React Router',
    dependency: '@react-router/dev',
    prefix: 'VITE_',
    example: () => ({ 'app/routes/home.tsx': component(fromVite('VITE_'), 'export default function Home() {') }),
    integration: { files: scripts('app/root'), folder: 'licet', wraps: /<Outlet \/>/g, values: fromVite('VITE_') },
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
    integration: {
      files: scripts('src/routes/__root'),
      folder: '../licet',
      wraps: /\{children\}|<Outlet \/>/g,
      values: fromVite('VITE_'),
    },
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
    integration: {
      files: ['src/layouts/Layout.astro', 'src/layouts/BaseLayout.astro', 'src/pages/index.astro'],
      folder: '../licet',
      values: fromVite('PUBLIC_'),
      needs: ['@astrojs/react', 'npx astro add react'],
    },
  },
  {
    name: 'Vite',
    dependency: 'vite',
    prefix: 'VITE_',
    example: () => ({ 'src/App.tsx': component(fromVite('VITE_')) }),
    integration: { files: scripts('src/main'), folder: 'licet', wraps: /<App \/>/g, values: fromVite('VITE_') },
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
