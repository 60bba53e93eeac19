import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { createTheme } from '../../src/theme/index.ts'
import { collectHandOver } from '../../stories/workshop/hand-over/collect-hand-over.ts'
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

/** Writes the file into an app, compiles both with strict options, and returns the app. */
async function compileApp(name: string, file: string): Promise<(locale: string) => Promise<string>> {
  const app = join(folder, name)
  mkdirSync(app, { recursive: true })
  writeFileSync(join(app, HAND_OVER_FILE), file)
  writeFileSync(join(app, 'app.tsx'), APP)
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
  const { App } = await import(/* @vite-ignore */ pathToFileURL(join(app, 'app.js')).href)
  return async (locale) => {
    const { default: messages } = await import(
      /* @vite-ignore */ pathToFileURL(join(folder, `node_modules/licet/dist/locales/${locale}.js`)).href
    )
    return renderToString(App({ locale, messages }) as ReactElement)
  }
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
  const theme = createTheme({ brand: '#b4430f', density: 'roomy' })
  const file = writeHandOver({ ...collectHandOver(draft, ['en', 'es'], MADE_AT), theme })
  const render = await compileApp('changed', file)
  const english = await render('en')
  expect(english).toContain(sentences.en)
  expect(english).toContain('200 points, once')
  expect(english).toContain('#b4430f')
  const spanish = await render('es')
  expect(spanish).toContain(sentences.es)
  expect(spanish).toContain('200 puntos, una sola vez')
})

// Names and rewards are texts of people: quotes, marks of comments and of template literals are part of them.
it('the file compiles with any name and reward, and imports the shipped wording when no word was changed', async () => {
  const name = ["O'Hara */ `x` $", '{y} \\'].join('')
  const draft = withTexts({ ...FIRST_DRAFT, company: { ...FIRST_DRAFT.company, name } }, 'en', { compensation: name })
  const file = writeHandOver(collectHandOver(draft, ['en'], MADE_AT))
  expect(file).not.toContain('parseTemplate')
  expect(await (await compileApp('shipped', file))('en')).toContain(name.replace("'", '&#x27;'))
})
