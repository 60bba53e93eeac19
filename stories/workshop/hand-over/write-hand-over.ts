import type { AgreementInput } from '../../../src/terms/index.ts'
import { completeTokens, readValue } from '../../../src/theme/formats/token-values.ts'
import type { Theme } from '../../../src/theme/index.ts'
import { firstFont } from '../shared/font-names.ts'

/** The terms of one language, as they go into the file. */
export interface HandedTerms {
  readonly locale: string
  readonly agreement: Omit<AgreementInput, 'template'>
  /** The name of a shipped template, or a wording of the company. */
  readonly template: string | HandedWording
}

/** A wording of the company: a Markdown template. */
export interface HandedWording {
  readonly name: string
  readonly version: number
  readonly markdown: string
}

/** What decides between light and dark: the device, the `color-scheme` of the page, or nobody. */
export type HandedScheme = 'system' | 'page' | 'light' | 'dark'

/** What goes into the file. */
export interface HandOver {
  readonly theme: Theme
  /** A `data:` URL. */
  readonly logo?: string | undefined
  readonly scheme: HandedScheme
  /** The first is the language for people whose language is not in the file. */
  readonly terms: readonly HandedTerms[]
  /** The day in the head of the file. */
  readonly madeAt: Date
}

/** The file that a developer imports. */
export const HAND_OVER_FILE = 'licet-consent.ts'

/** The languages of the templates, as names of constants. */
const LANGUAGES: Readonly<Record<string, string>> = { en: 'english', es: 'spanish', ar: 'arabic' }

/** Returns a TypeScript module with a theme and with terms in each language. It exports `appearance`, `agreements` and `agreementIn()`. */
export function writeHandOver({ theme, logo, scheme, terms, madeAt }: HandOver): string {
  const own = terms.some(({ template }) => typeof template !== 'string')
  const company = terms[0]?.agreement.company.name ?? ''
  const languages = terms.map(({ locale }) => nameOf(locale))
  const hasIcons = Object.keys(theme.icons).length > 0
  return [
    headOf(company, madeAt, fontOf(theme)),
    `import type { Appearance } from 'licet'\n`,
    `import type { AgreementInput } from 'licet/terms'\n`,
    ...(own ? [`import { parseTemplate } from 'licet/terms/lint'\n`] : []),
    ...terms.map(({ locale, template }) => {
      const shipped = typeof template === 'string' ? template : 'rewards'
      return `import ${nameOf(locale)} from 'licet/templates/${locale}/${shipped}'\n`
    }),
    `import { defineTheme } from 'licet/theme'\n\n`,
    `/** The colors, sizes and fonts${hasIcons ? ', and the icons' : ''}. */\n`,
    `export const theme = defineTheme(${toCode(theme.tokens)}${hasIcons ? `, ${toCode({ icons: theme.icons })}` : ''})\n\n`,
    writeAppearance(scheme, logo, hasIcons),
    ...terms.map(writeTerms),
    `/** The agreement in each language, by its tag. */\n`,
    `export const agreements = { ${languages.map((name, at) => `${terms[at]?.locale}: ${name}Agreement`).join(', ')} } as const\n\n`,
    writeChoice(terms),
  ].join('')
}

/** The font that the workshop loads, and that most devices lack. */
const INTER = '@fontsource-variable/inter'

function headOf(company: string, madeAt: Date, font: string | undefined): string {
  const isInter = font === 'Inter Variable'
  const lines = [
    `The consent screen of ${toComment(company)}: its theme and its terms. Made with the workshop of Licet on ${madeAt.toISOString().slice(0, 10)}.`,
    ...(font === undefined
      ? []
      : ['', `Font: ${toComment(font)}. Where your app does not load it, people see the next font of the theme.`]),
    ...(isInter ? [`To load it, run \`npm install ${INTER}\`.`] : []),
    '',
    ...(isInter ? [`import '${INTER}'`] : []),
    `import 'licet/styles.css'`,
    `import { ConsentProvider, ConsentScreen } from 'licet'`,
    `import { agreementIn, appearance } from './licet-consent'`,
    '',
    '// Your license service. `npx licet dev` runs one on your machine, and creates a provider.',
    'const service = {',
    `  authUrl: 'https://licenses.example.com',`,
    `  provider: { id: '0190a5e0-0000-7000-8000-000000000001', publicKey: 'MFkwEwYHKoZIzj0C…' },`,
    `  origin: 'com.example.app',`,
    '}',
    '',
    '<ConsentProvider',
    '  locale={locale}',
    '  userId={user.id}',
    '  appearance={appearance}',
    '  config={{ ...service, agreement: agreementIn(locale) }}',
    '>',
    '  <ConsentScreen />',
    '</ConsentProvider>',
  ]
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

/** What the comment above `appearance` states about light and dark. */
const SCHEMES: Readonly<Record<HandedScheme, string>> = {
  system: 'Light or dark as the device. Write `light` where your app has no dark mode.',
  page: 'Light or dark as the `color-scheme` of the page.',
  light: 'Always light.',
  dark: 'Always dark.',
}

function writeAppearance(scheme: HandedScheme, logo: string | undefined, hasIcons: boolean): string {
  const theme = scheme === 'page' ? '' : `theme: '${scheme}', `
  const value = `{ ${theme}variables: theme.variables${hasIcons ? ', icons: theme.icons' : ''}${logo === undefined ? '' : ', logo'} }`
  return [
    ...(logo === undefined
      ? []
      : [`/** The logo as a picture in a URL, or the address of your own file. */\nconst logo = ${toCode(logo)}\n\n`]),
    `/** For \`<ConsentProvider appearance={appearance}>\`. ${SCHEMES[scheme]} */\n`,
    `export const appearance: Appearance = ${value}\n\n`,
  ].join('')
}

function writeTerms({ locale, agreement, template }: HandedTerms): string {
  const language = nameOf(locale)
  const value = typeof template === 'string' ? language : `${language}Template`
  const members = Object.entries(agreement).map(([name, member]) => `  ${name}: ${toCode(member, '  ')},\n`)
  const parsed = typeof template === 'string' ? '' : `const ${value} = ${writeTemplate(template, locale)}\n\n`
  return `${parsed}const ${language}Agreement: AgreementInput = {\n${members.join('')}  template: ${value},\n}\n\n`
}

function writeTemplate({ name, version, markdown }: HandedWording, locale: string): string {
  const options = `{ name: ${toCode(name)}, version: ${version}, locale: ${toCode(locale)}, words: ${nameOf(locale)}.words }`
  return `parseTemplate(\n  ${toTemplateLiteral(markdown)},\n  ${options},\n)`
}

function writeChoice(terms: readonly HandedTerms[]): string {
  const [first, ...others] = terms.map(({ locale }) => locale)
  const cases = others.map((locale) => `  if (language === '${locale}') return agreements.${locale}\n`)
  return [
    `/** Returns the agreement in the language of a BCP 47 tag, such as \`es-MX\`. Other languages get the first one. */\n`,
    `export function agreementIn(${others.length > 0 ? 'locale' : '_locale'}: string): AgreementInput {\n`,
    ...(cases.length > 0 ? [`  const language = locale.toLowerCase().split('-')[0]\n`] : []),
    ...cases,
    `  return agreements.${first}\n}\n`,
  ].join('')
}

/** Writes a JSON value as code, with single quotes and with names without quotes. */
function toCode(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map((one) => toCode(one, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([name, member]) => `${/^[a-z]\w*$/i.test(name) ? name : `'${name}'`}: ${toCode(member, inner)}`)
  const short = `{ ${lines.join(', ')} }`
  if (lines.length < 3 && short.length < 90 && !short.includes('\n')) return short
  return `{\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}}`
}

function toTemplateLiteral(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``
}

function nameOf(locale: string): string {
  return LANGUAGES[locale] ?? locale.replace(/\W/g, '')
}

/** Returns the font that an app has to load for a theme, unless every device has it. */
export function fontOf(theme: Theme): string | undefined {
  return firstFont(readValue(completeTokens(theme), 'font-family', 'light'))
}

/** A name that cannot end the comment around it. */
function toComment(text: string): string {
  return text.replaceAll('*/', '* /').replace(/\s+/g, ' ')
}
