'use client'

import type { ReactNode } from 'react'
import type { LicetDevtoolsProps } from '../licet-devtools.tsx'
import { findComponents } from '../pages.ts'
import { useTools, useView } from './tools.ts'
import { useValue } from './use-value.ts'

/** The pages about the state and the components on screen. */
export function LinksTab({ docsUrl, storiesUrl }: Pick<LicetDevtoolsProps, 'docsUrl' | 'storiesUrl'>): ReactNode {
  useValue(useTools().page)
  const { flow, error } = useView()
  const components = findComponents(flow.state)
  const doc = (path: string) => <DocsLink key={path} path={path} docsUrl={docsUrl} />
  return (
    <>
      <h3>State {flow.state}</h3>
      <ul>
        {doc('reference/states.md')}
        {error !== undefined && doc(`reference/errors.md#${error.code}`)}
      </ul>
      {components.map(({ name, docs, story }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <ul>
            {docs.map(doc)}
            {storiesUrl !== undefined && (
              <li>
                <a href={`${trimSlash(storiesUrl)}/?path=${story}`} target="_blank" rel="noreferrer">
                  Story: {story}
                </a>
              </li>
            )}
          </ul>
        </section>
      ))}
      {components.length === 0 && <p>No component of the kit is on the page.</p>}
    </>
  )
}

/** A link to a page of the documentation, or its path in the package when nothing serves it. */
function DocsLink({ path, docsUrl }: { readonly path: string; readonly docsUrl: string | undefined }): ReactNode {
  if (docsUrl === undefined)
    return (
      <li>
        <code>node_modules/licet/docs/{path}</code>
      </li>
    )
  return (
    <li>
      <a href={`${trimSlash(docsUrl)}/${path.replace('.md', '.html')}`} target="_blank" rel="noreferrer">
        {path}
      </a>
    </li>
  )
}

const trimSlash = (url: string) => url.replace(/\/$/, '')
