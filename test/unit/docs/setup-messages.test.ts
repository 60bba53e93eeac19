import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LOCAL_ERROR_CODES, WIRE_ERROR_CODES } from '../../../src/core/error-codes.ts'
import { anchorsOf } from '../../support/documents.ts'
import { projectRoot } from '../../support/run-command.ts'

const FOLDER = join(projectRoot, 'src/react/developer')

/** The place of an error code in a link. */
const CODE = /\$\{code\}/

/** Every page of the docs to which a message for developers leads, with its anchor, and the module of the message. */
const LINKS = readdirSync(FOLDER)
  .filter((name) => /\.tsx?$/.test(name))
  .flatMap((name) =>
    [...readFileSync(join(FOLDER, name), 'utf8').matchAll(/['"`]((?:guides|start|reference|explanation)\/[^'"`]*)['"`]/g)].map(
      ([, link = '']) => ({ name, link }),
    ),
  )
  // The page of errors has an anchor for each code.
  .flatMap(({ name, link }) =>
    CODE.test(link)
      ? [...WIRE_ERROR_CODES, ...LOCAL_ERROR_CODES].map((code) => ({ name, link: link.replace(CODE, code) }))
      : [{ name, link }],
  )

// Regression: "insecure page" and "two providers" led to the start page for React, which explains neither.
it('each message for developers leads to a heading that exists', () => {
  const modules = new Set(LINKS.map(({ name }) => name))
  expect([...modules].sort()).toEqual([
    'developer-messages.ts',
    'diagnose-setup.ts',
    'lost-looks.ts',
    'low-contrast.ts',
    'report-cover.ts',
  ])
  const broken = LINKS.filter(({ link }) => {
    const [page = '', anchor = ''] = link.split('#')
    return !existsSync(join(projectRoot, 'docs', page)) || !anchorsOf(`docs/${page}`).includes(anchor)
  })
  expect(broken).toEqual([])
})
