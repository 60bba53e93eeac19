import { TemplateSource } from './template-source.ts'

/** A line of a template or of an include. */
export interface Line {
  readonly text: string
  /** Number of the line in its source, from 1. */
  readonly line: number
  readonly source: TemplateSource
}

/** A line that includes another source. The group is its name. */
export const INCLUDE: RegExp = /^\{\{>\s*([\w-]+)\s*\}\}$/

const FRONT_MATTER = /^---\n[\s\S]*?\n---(?:\n|$)/
const MAX_INCLUDE_DEPTH = 8

/**
 * Reads the lines of a template, with the lines of its includes in their place, without front matter and white space at the end.
 *
 * The line of an include that does not exist, or that is nested too deeply, is returned as it is.
 */
export function* readLines(
  source: TemplateSource,
  options: { readonly include?: ((name: string) => string | undefined) | undefined; readonly locale: string },
  depth = 0,
): Generator<Line> {
  const skipped = FRONT_MATTER.exec(source.text)?.[0] ?? ''
  const first = skipped.split('\n').length
  for (const [at, text] of source.text.split('\n').entries()) {
    const line = { text: text.trimEnd(), line: at + 1, source }
    if (at + 1 < first) continue
    const name = INCLUDE.exec(line.text)?.[1]
    const included = name === undefined || depth >= MAX_INCLUDE_DEPTH ? undefined : options.include?.(name)
    if (included === undefined) yield line
    else {
      yield { text: '', line: at + 1, source }
      yield* readLines(new TemplateSource(included, `${options.locale}/${name}.md`), options, depth + 1)
      yield { text: '', line: at + 1, source }
    }
  }
}
