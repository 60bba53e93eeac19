import 'licet/styles.css'
import { cleanup, render } from '@testing-library/react'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { KEPT_THEME_KEY } from '../../../stories/workshop/kept-theme.ts'
import { KEPT_DRAFT_KEY } from '../../../stories/workshop/terms/draft.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

/** Renders a page of the workshop in a browser that has kept nothing. */
export async function openPage(content: ReactNode, { width = 1280, scheme = 'light' } = {}): Promise<void> {
  for (const key of [KEPT_THEME_KEY, KEPT_DRAFT_KEY]) localStorage.removeItem(key)
  await page.viewport(width, 800)
  document.documentElement.style.colorScheme = scheme
  render(content)
}

/** Closes the page of a test. */
export function closePage(): void {
  cleanup()
  document.documentElement.style.colorScheme = ''
}

/** Fails when axe finds a violation in the page. The previews have separate tests. */
export async function expectAccessiblePage(): Promise<void> {
  const { violations } = await axe.run(document.body, { iframes: false, resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

/** Waits for the file that `press` saves, and keeps the browser from saving it. */
export async function catchFile(press: () => Promise<unknown>): Promise<{ readonly name: string; readonly text: string }> {
  const ended = new AbortController()
  const caught = new Promise<{ name: string; text: string }>((resolve) => {
    const take = (event: MouseEvent) => {
      const link = event.target
      if (!(link instanceof HTMLAnchorElement) || link.download === '') return
      event.preventDefault()
      ended.abort()
      resolve(
        fetch(link.href)
          .then((response) => response.text())
          .then((text) => ({ name: link.download, text })),
      )
    }
    document.addEventListener('click', take, { capture: true, signal: ended.signal })
  })
  await press()
  return caught
}
