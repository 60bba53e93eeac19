import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FRAMEWORKS, type Framework } from '../../../src/cli/commands/dev/frameworks.ts'
import { nextSteps } from '../../../src/cli/commands/dev/next-steps.ts'
import { readSources } from '../../../src/cli/commands/dev/read-sources.ts'
import { writeFiles } from '../../support/write-files.ts'

const values = { authUrl: 'http://127.0.0.1:8787', provider: { id: 'an-id', publicKey: 'a-key' } }
const NEXT = FRAMEWORKS.find(({ name }) => name === 'Next.js') as Framework
const { 'app/consent-config.ts': config = [], 'app/page.tsx': page = [] } = NEXT.example(values)

/** The style sheet of `create-next-app` 16. */
const GLOBALS = `@import "tailwindcss";
:root { --background: #ffffff; --foreground: #171717; }
@media (prefers-color-scheme: dark) {
  :root { --background: #0a0a0a; --foreground: #ededed; }
}
body { background: var(--background); color: var(--foreground); }
`
const RULE = ':root { color-scheme: light dark; }'

/** Returns what `licet dev` prints for an app with these files. */
function stepsFor(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-steps-'))
  try {
    writeFiles(folder, files)
    // A folder that contains itself ends the search all the same.
    symlinkSync(folder, join(folder, 'itself'))
    return nextSteps(NEXT, values, readSources(folder)).join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('licet dev in a Next.js app', () => {
  // Regression: every start printed all lines again.
  test('prints no line that was pasted already, and names the file that has it', () => {
    const steps = stepsFor({ 'app/consent-config.ts': config.join('\n'), 'app/page.tsx': page.join('\n') })
    expect(steps).toBe(
      'This is a Next.js app.\napp/consent-config.ts contains its lines already.\n\napp/page.tsx contains its lines already.\n',
    )
  })

  test('recognizes the lines in another file, after they were changed', () => {
    const steps = stepsFor({ 'src/app/layout.jsx': '<ConsentProvider\n  config={config}>' })
    expect(steps).toContain('src/app/layout.jsx contains the lines for app/page.tsx already.')
    expect(steps).toContain(config.join('\n'))
    expect(steps).not.toContain(page.join('\n'))
  })

  test('prints all lines when only an installed package or a build result contains them', () => {
    const steps = stepsFor({
      'node_modules/licet/a.js': '<ConsentProvider',
      '.next/a.js': '<ConsentProvider',
      'out/a.js': page.join(),
    })
    for (const line of [...config, ...page]) expect(steps).toContain(line)
  })

  // Regression: on a dark device the text of the kit was dark on the dark page of `create-next-app`.
  test('shows the missing rule for a style sheet that is dark without `color-scheme`', () => {
    expect(stepsFor({ 'app/globals.css': GLOBALS })).toContain(`app/globals.css sets dark colors without \`color-scheme\``)
    expect(stepsFor({ 'app/globals.css': GLOBALS })).toContain(`\n${RULE}\n`)
  })

  test.each([
    ['the rule', { 'app/globals.css': GLOBALS + RULE }],
    ['another style sheet with the rule', { 'app/globals.css': GLOBALS, 'app/base.css': 'html{color-scheme:dark}' }],
    ['a class of Tailwind CSS', { 'app/globals.css': GLOBALS, 'app/layout.tsx': '<html className="scheme-light-dark">' }],
    ['a style in script', { 'app/globals.css': GLOBALS, 'app/layout.tsx': "<html style={{ colorScheme: 'dark' }}>" }],
    ['no dark colors', { 'app/globals.css': 'body { color: black }' }],
  ])('shows no rule for an app with %s', (_, files) => {
    expect(stepsFor(files)).not.toContain(RULE)
  })
})
