import { watch } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { preview } from 'vite'
import { projectRoot, run } from '../run-command.ts'
import { buildSite, DOCS_VERSION } from './build-site.ts'

/** Builds the docs as a site: `npm run site`. With `--serve`, shows them and builds them again when a page changes. */
export async function main(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      into: { type: 'string', default: join(projectRoot, 'node_modules/.cache/licet/site') },
      'without-workshop': { type: 'boolean', default: false },
      serve: { type: 'boolean', default: false },
    },
  })
  const site = resolve(values.into)
  const pages = await buildSite(site)
  if (!values['without-workshop']) {
    console.log('Building the workshop, which takes about a minute.')
    await run('npx', [
      'storybook',
      'build',
      '--config-dir',
      'stories/.storybook',
      '--quiet',
      '--output-dir',
      join(site, DOCS_VERSION, 'workshop'),
    ])
  }
  console.log(`Wrote ${pages.length} pages in ${join(site, DOCS_VERSION)}.`)
  if (!values.serve) return
  const server = await preview({ configFile: false, root: dirname(site), build: { outDir: basename(site) }, appType: 'mpa' })
  server.printUrls()
  let building = Promise.resolve()
  watch(join(projectRoot, 'docs'), { recursive: true }, () => {
    building = building
      .then(() => buildSite(site))
      .then(
        () => console.log('Built the pages again. Reload the page.'),
        (error: unknown) => console.error(error),
      )
  })
}
