import type { Plugin } from 'vite'

/**
 * Lets Chromium cache every module for the whole run, because sources do not change in one run.
 *
 * Each test file has a separate page with some 300 modules. Vite lets a page ask for each of them again,
 * and so does Vitest for the dependencies, because of `vi.mock`, which the tests do not use.
 */
export const cachedSources: Plugin = {
  name: 'licet-cached-sources',
  apply: 'serve',
  enforce: 'pre',
  configureServer({ middlewares }) {
    middlewares.use((_, response, next) => {
      const setHeader = response.setHeader.bind(response)
      response.setHeader = (name, value) =>
        setHeader(name, name === 'Cache-Control' && value === 'no-cache' ? 'max-age=31536000, immutable' : value)
      next()
    })
  },
}
