import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CONSENT_STATES } from '../../../src/core/consent-states.ts'
import { COMPONENTS, pagesOf } from '../../../src/devtools/pages.ts'
import { LANGUAGES } from '../../../src/devtools/panel/languages.ts'
import { anchorsOf } from '../../support/documents.ts'
import { projectRoot } from '../../support/run-command.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const filesIn = (folder: string, end: string) => readdirSync(join(projectRoot, folder)).filter((name) => name.endsWith(end))
const toId = (title: string) => title.toLowerCase().replaceAll('/', '-')

const titleOf = (text: string) => /title: '(Components\/[^']+)'/.exec(text)?.[1] ?? ''

/** The addresses of all stories of components, and of their docs pages, from the text of their files. */
function addresses(): ReadonlySet<string> {
  const stories = filesIn('stories/components', '.stories.tsx').flatMap((name) => {
    const text = read(`stories/components/${name}`)
    const title = titleOf(text)
    const names = [...text.matchAll(/export const (\w+)/g)].map(([, story = '']) =>
      story.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
    )
    return names.map((story) => `/story/${toId(title)}--${story}`)
  })
  const docs = filesIn('stories/components/docs', '.mdx').map((name) => {
    const text = read(`stories/components/docs/${name}`)
    const stories = /import \* as Stories from '\.\.\/([^']+)'/.exec(text)?.[1] ?? ''
    const title = /<Meta title="([^"]+)"/.exec(text)?.[1] ?? titleOf(read(`stories/components/${stories}`))
    return `/docs/${toId(title)}--docs`
  })
  return new Set([...stories, ...docs])
}

it('links to a story, a guide and a section of the reference that exist, for each component in each state', () => {
  const known = addresses()
  const pages = COMPONENTS.flatMap((component) =>
    CONSENT_STATES.flatMap((state) =>
      (component.name === 'ConsentScreen' ? ['page', 'inline', 'dialog', 'sheet'] : [undefined]).map((surface) =>
        pagesOf(component, state, surface),
      ),
    ),
  )
  expect(pages.map(({ story }) => story).filter((story) => !known.has(story))).toEqual([])
  const docs = [...new Set(pages.flatMap((page) => page.docs))]
  const isMissing = (path: string) => {
    const [file = '', anchor] = path.split('#')
    const text = read(`docs/${file}`)
    return anchor !== undefined && ![...anchorsOf(text)].includes(anchor)
  }
  expect(docs.filter(isMissing)).toEqual([])
})

it('offers every language of the kit', () => {
  const shipped = filesIn('src/locales', '.ts').map((name) => name.replace(/\.ts$/, ''))
  expect(Object.keys(LANGUAGES).sort()).toEqual(shipped.filter((name) => name !== 'load').sort())
})
