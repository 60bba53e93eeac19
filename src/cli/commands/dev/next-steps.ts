import { printable } from '../../printable.ts'
import type { AppValues, Framework } from './frameworks.ts'
import type { SourceFile } from './read-sources.ts'

/** Returns what to do in the app, line by line: what to paste, unless the app contains it already, and a missing `color-scheme`. */
export function nextSteps({ name, example }: Framework, values: AppValues, sources: readonly SourceFile[]): readonly string[] {
  const lines = [`This is a ${name} app.`]
  for (const [file, code] of Object.entries(example(values))) {
    const pasted = sources.find(({ text }) => text.includes(markOf(code)))
    if (pasted === undefined) lines.push(`Paste these lines into ${file}:`, '', ...code, '')
    else if (pasted.name === file) lines.push(`${file} contains its lines already.`, '')
    else lines.push(`${printable(pasted.name)} contains the lines for ${file} already.`, '')
  }
  const dark = findDarkStyles(sources)
  if (dark !== undefined)
    lines.push(
      `${printable(dark)} sets dark colors without \`color-scheme\`, so the text of Licet is dark on dark. Add this rule to it:`,
      '',
      ':root { color-scheme: light dark; }',
      '',
    )
  return lines
}

/** Returns text that an app with these lines contains, even after its developer changed them. */
function markOf(lines: readonly string[]): string {
  return lines.join('\n').includes('<ConsentProvider') ? '<ConsentProvider' : 'LICET_PROVIDER_ID'
}

const DARK = /\(\s?prefers-color-scheme\s?:\s?dark\s?\)/
// A declaration, a property in script, a meta element, or a class of Tailwind CSS. `prefers-color-scheme` is none.
const SCHEME = /(?<![-\w])color-scheme\s*:|\bcolorScheme\b|["']color-scheme["']|\bscheme-(?:light|dark)\b/

/** Returns the style sheet that follows a dark device, if no file of the app sets `color-scheme`, which the kit follows. */
function findDarkStyles(sources: readonly SourceFile[]): string | undefined {
  if (sources.some(({ text }) => SCHEME.test(text))) return undefined
  return sources.find(({ name, text }) => /\.(?:css|s[ac]ss|less)$/.test(name) && DARK.test(text))?.name
}
