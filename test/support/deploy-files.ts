import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from './run-command.ts'

/** Returns the text of a file in `deploy`. */
export function readDeployFile(name: string): string {
  return readFileSync(join(projectRoot, 'deploy', name), 'utf8')
}

/** Replaces the only line of a configuration that begins with a text. Throws when there is no such line, or more than one. */
export function replaceLine(text: string, start: string, line: string): string {
  const lines = text.split('\n')
  const found = lines.filter((each) => each.startsWith(start))
  if (found.length !== 1) throw new Error(`${found.length} lines begin with "${start}". Correct the test or the configuration.`)
  return lines.map((each) => (each.startsWith(start) ? line : each)).join('\n')
}

/** The instructions of the Dockerfile: the words after each, in order. */
export function readDockerfile(): readonly (readonly [instruction: string, text: string])[] {
  return readDeployFile('Dockerfile')
    .split('\n')
    .flatMap((line) => {
      const [, instruction = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      return instruction === '' ? [] : [[instruction, text] as const]
    })
}

/** A service of `compose.yaml`, with its YAML anchors and merges resolved. */
export interface ComposeService {
  readonly image?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly ports?: readonly string[]
  readonly stop_grace_period?: string
}

/** The content of `compose.yaml`. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, unknown>>
}

/** Parses `compose.yaml` strictly. */
export function readCompose(): ComposeFile {
  return parse(readDeployFile('compose.yaml'), { merge: true, strict: true, uniqueKeys: true })
}
