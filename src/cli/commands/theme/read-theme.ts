import { extname } from 'node:path'
import { createTheme, fromCss, fromDtcg, fromMui, type Theme, type ThemeInput, type ThemeTokens } from '../../../theme/index.ts'
import { asGroup } from '../../../theme/read-tokens.ts'
import { SHIPPED_THEMES } from '../../../theme/shipped-themes.ts'
import { type CommandInput, type CommandIo, textOption, UsageError } from '../../command.ts'
import { printable } from '../../printable.ts'
import { readTextFile } from '../../read-text-file.ts'

/** The argument and the options of the commands that read a theme. */
export const THEME_POSITIONALS = {
  '<theme>': 'a file of tokens (.json of a design tool or MUI, .css), a shipped theme such as warm, or a color',
} as const
export const THEME_OPTIONS = {
  brand: { type: 'string', value: '<color>', help: 'brand color: gives all colors its hue' },
  density: { type: 'string', value: '<name>', help: 'compact, regular or roomy' },
} as const

/**
 * Reads the theme that a command names, and corrects it. Names of tokens that Licet does not have are printed on standard error.
 *
 * @throws {UsageError} when the argument is no theme.
 */
export async function readTheme(input: CommandInput, io: CommandIo): Promise<Theme> {
  const name = input.positionals[0] ?? ''
  const [brand, density] = [textOption(input, 'brand'), textOption(input, 'density')]
  const isFile = ['.json', '.css'].includes(extname(name))
  const content = isFile ? await readTextFile(name, 'invalid_template') : ''
  const options: ThemeInput = {
    ...(brand !== undefined && { brand }),
    ...(density !== undefined && { density: density as NonNullable<ThemeInput['density']> }),
  }
  try {
    if (isFile) return createTheme({ base: readTokensOf(name, content, io), ...options })
    const shipped = Object.hasOwn(SHIPPED_THEMES, name) ? SHIPPED_THEMES[name] : undefined
    return createTheme(shipped === undefined ? { brand: name, ...options } : { base: shipped.tokens, ...options })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${printable(name)}: ${error.message}`)
    throw error
  }
}

function readTokensOf(file: string, content: string, io: CommandIo): ThemeTokens {
  if (extname(file) === '.css') return fromCss(content)
  const json = parse(content)
  const isMui = ['palette', 'colorSchemes'].some((member) => member in asGroup(json))
  if (isMui) return fromMui(json)
  return fromDtcg(json, {
    onUnknown: (name) => io.err(`${printable(file)}: the token "${printable(name)}" is unknown. It was ignored.`),
  })
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new TypeError('The file has no JSON, so no theme was read. Export the tokens again.')
  }
}
