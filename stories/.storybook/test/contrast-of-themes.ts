// Setup file of the project `stories-themes`: checks the contrast of each story in every shipped theme and both schemes.
import axe from 'axe-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { SHIPPED_THEMES } from '../../../src/theme/shipped-themes.ts'
import { paintTheme } from '../environment/theme.ts'

const SCHEMES = ['light', 'dark'] as const
const STILL = '*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important; }'

beforeAll(() => {
  // A button changes its background over 120 ms, so axe would see the background of the previous theme. A dialog fades in.
  document.head.insertAdjacentHTML('beforeend', `<style>${STILL}</style>`)
})

afterEach(async ({ task }) => {
  if (!('storyId' in task.meta) || task.result?.state === 'fail') return
  const found: string[] = []
  for (const [name, theme] of Object.entries(SHIPPED_THEMES)) {
    for (const scheme of SCHEMES) {
      paintTheme(theme, scheme)
      for (const part of document.querySelectorAll('[data-licet-theme]')) part.setAttribute('data-licet-theme', scheme)
      const { violations } = await axe.run(document.body, {
        runOnly: ['color-contrast'],
        resultTypes: ['violations'],
        preload: false,
      })
      for (const { nodes } of violations)
        found.push(...nodes.map(({ target, failureSummary }) => `${name} ${scheme}: ${target.join(' ')} ${failureSummary ?? ''}`))
    }
  }
  expect(found).toEqual([])
})
