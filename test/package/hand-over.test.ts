import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { createTheme } from '../../src/theme/index.ts'
import { warm } from '../../src/theme/themes/warm.ts'
import { collectHandOver, type HandOverChoices } from '../../stories/workshop/hand-over/collect-hand-over.ts'
import { HAND_OVER_FILE, writeHandOver } from '../../stories/workshop/hand-over/write-hand-over.ts'
import { FIRST_DRAFT, type TermsDraft, withTexts } from '../../stories/workshop/terms/draft.ts'
import { shippedWording } from '../../stories/workshop/terms/template-library.ts'
import { projectRoot, run } from '../support/run-command.ts'

const folder = join(projectRoot, 'node_modules/.cache/licet/hand-over')
/** Day in the head of the files. */
const MADE_AT = new Date('2026-11-23T10:14:00Z')

const APP = `
import { ConsentProvider, ConsentScreen, type Messages } from 'licet'
import { agreementIn, appearance } from './licet-consent.js'

const service = {
  authUrl: 'https://licenses.example.com',
  provider: { id: 'provider', publicKey: 'AAAA' },
  origin: 'com.example.app',
}

export function App({ locale, messages }: { readonly locale: string; readonly messages: Messages }) {
  return (
    <ConsentProvider
      locale={locale}
      messages={messages}
      userId="person"
      hint={null}
      nonce="nonce"
      appearance={appearance}
      config={{ ...service, agreement: agreementIn(locale) }}
    >
      <ConsentScreen />
    </ConsentProvider>
  )
}
`

/** Writes the file into an app, compiles both with strict options, and returns the folder of the app. */
async function compile(name: string, file: string, code: string): Promise<string> {
  const app = join(folder, name)
  mkdirSync(app, { recursive: true })
  writeFileSync(join(app, HAND_OVER_FILE), file)
  writeFileSync(join(app, 'app.tsx'), code)
  writeFileSync(
    join(app, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        module: 'NodeNext',
        jsx: 'react-jsx',
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        verbatimModuleSyntax: true,
        skipLibCheck: true,
        types: ['react'],
        typeRoots: [join(projectRoot, 'node_modules/@types')],
      },
      include: ['*.ts', '*.tsx'],
    }),
  )
  await run('npx', ['tsc', '-p', app])
  return app
}

/** Compiles an app with the file, and returns its HTML by language. */
async function compileApp(name: string, file: string): Promise<(locale: string) => Promise<string>> {
  const app = await compile(name, file, APP)
  const { App } = await import(/* @vite-ignore */ pathToFileURL(join(app, 'app.js')).href)
  return async (locale) => {
    const { default: messages } = await import(
      /* @vite-ignore */ pathToFileURL(join(folder, `node_modules/licet/dist/locales/${locale}.js`)).href
    )
    return renderToString(App({ locale, messages }) as ReactElement)
  }
}

/** Returns the example in the comment at the top of the file as the code of an app. */
function exampleIn(file: string): string {
  const head = file.slice(0, file.indexOf('*/')).replaceAll(/^ \* ?/gm, '')
  const [imports = '', screen = ''] = head.slice(head.indexOf('import ')).split('<ConsentProvider\n')
  const props = '{ locale, user }: { readonly locale: string; readonly user: { readonly id: string } }'
  const code = `${imports}\nexport function App(${props}) {\n  return (\n<ConsentProvider\n${screen}\n  )\n}\n`
  // What a bundler resolves.
  return code.replace("'./licet-consent'", "'./licet-consent.js'").replace("import '@fontsource-variable/inter'\n", '')
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const part of ['package.json', 'dist'])
    cpSync(join(projectRoot, part), join(folder, 'node_modules/licet', part), { recursive: true })
})

it('the file of the workshop compiles in an app, and renders its theme and its changed words in two languages', async () => {
  const sentences = { en: 'We read each receipt once.', es: 'Leemos cada recibo una vez.' }
  const draft = Object.entries(sentences).reduce<TermsDraft>(
    (last, [locale, sentence]) =>
      withTexts(last, locale, { wording: shippedWording(last, locale).replace('\n\n', `\n\n${sentence} `) }),
    FIRST_DRAFT,
  )
  const theme = createTheme({ base: warm.tokens, icons: warm.icons, brand: '#b4430f', density: 'roomy' })
  const file = writeHandOver({ ...collectHandOver(draft, { locales: ['en', 'es'], madeAt: MADE_AT }), theme })
  const render = await compileApp('changed', file)
  const english = await render('en')
  expect(english).toContain(sentences.en)
  expect(english).toContain('200 points, once')
  expect(english).toContain('#b4430f')
  expect(english).toContain(warm.icons.reward)
  const spanish = await render('es')
  expect(spanish).toContain(sentences.es)
  expect(spanish).toContain('200 puntos, una sola vez')
})

// Names and rewards are texts of people: quotes, marks of comments and of template literals are part of them.
it('the file compiles with any name and reward, and imports the shipped wording when no word was changed', async () => {
  const name = ["O'Hara */ `x` $", '{y} \\'].join('')
  const draft = withTexts({ ...FIRST_DRAFT, company: { ...FIRST_DRAFT.company, name } }, 'en', { compensation: name })
  const file = writeHandOver(collectHandOver(draft, { locales: ['en'], madeAt: MADE_AT }))
  expect(file).not.toContain('parseTemplate')
  expect(await (await compileApp('shipped', file))('en')).toContain(name.replace("'", '&#x27;'))
})

it('the example at the top of the file compiles, and has the shape of the provider', async () => {
  const theme = createTheme({ brand: '#b4430f', 'font-family': 'Inter Variable, Inter, sans-serif' })
  const file = writeHandOver({ ...collectHandOver(FIRST_DRAFT, { locales: ['en', 'es'], madeAt: MADE_AT }), theme })
  expect(file).toContain('provider: { id: ')
  expect(file).toContain('publicKey: ')
  expect(file).toContain("import '@fontsource-variable/inter'")
  await compile('example', file, exampleIn(file))
})

// An app without `color-scheme` stayed light on a dark device, although the workshop showed the theme in both.
it('the file follows the device between light and dark, unless another choice was made', () => {
  const write = (choices: HandOverChoices) => writeHandOver(collectHandOver(FIRST_DRAFT, { madeAt: MADE_AT, ...choices }))
  expect(write({})).toContain("appearance: Appearance = { theme: 'system', variables: theme.variables }")
  expect(write({ scheme: 'light' })).toContain("appearance: Appearance = { theme: 'light', variables: theme.variables }")
  expect(write({ scheme: 'page' })).toContain('appearance: Appearance = { variables: theme.variables }')
})
