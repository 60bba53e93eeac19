import { type Theme, toDtcg, toMui, toShadcn, toTailwind, toTypeScript } from '../../theme/index.ts'
import { type Command, type CommandInput, EXIT, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { printReport } from './theme/print-corrections.ts'
import { readTheme, THEME_OPTIONS, THEME_POSITIONALS } from './theme/read-theme.ts'

/** What `--format` accepts, and the text of each format. */
const FORMATS: Readonly<Record<string, (theme: Theme) => string>> = {
  css: (theme) => theme.toCss(),
  json: (theme) => toPrintableJson(toDtcg(theme)),
  'figma-light': (theme) => toPrintableJson(toDtcg(theme, { dialect: 'figma', scheme: 'light' })),
  'figma-dark': (theme) => toPrintableJson(toDtcg(theme, { dialect: 'figma', scheme: 'dark' })),
  'tokens-studio': (theme) => toPrintableJson(toDtcg(theme, { dialect: 'tokens-studio' })),
  typescript: (theme) => toTypeScript(theme),
  tailwind: toTailwind,
  shadcn: toShadcn,
  mui: (theme) => toPrintableJson(toMui(theme)),
}

export const themeBuild: Command = {
  words: ['theme', 'build'],
  summary: 'Print a theme as CSS, design tokens, TypeScript, or for another style system.',
  usage: 'licet theme build <theme> [options] > theme.css',
  positionals: THEME_POSITIONALS,
  options: {
    format: { type: 'string', value: '<name>', help: `${Object.keys(FORMATS).join(', ')} (default: css)` },
    ...THEME_OPTIONS,
  },
  notes: ['Corrections are printed on standard error. `licet theme check` fails when there are any.'],
  async run(input, io) {
    const write = formatOf(input)
    const theme = await readTheme(input, io)
    printReport(theme.report, io.err)
    io.out(write(theme).trimEnd())
    return EXIT.ok
  },
}

function formatOf(input: CommandInput): (theme: Theme) => string {
  const name = textOption(input, 'format') ?? 'css'
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (format !== undefined) return format
  throw new UsageError(`--format is "${name}". Nothing was written. Use one of: ${Object.keys(FORMATS).join(', ')}.`)
}
