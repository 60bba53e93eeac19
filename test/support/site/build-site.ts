import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { buildForProduction } from '../bundle.ts'
import { projectRoot } from '../run-command.ts'
import { layOut, nameOf } from './layout.ts'
import { llmsFullTxt, llmsTxt, pageMarkdown, toMarkdownPath } from './llms.ts'
import { navigation } from './navigation.ts'
import { type RenderedPage, renderPage } from './render-page.ts'
import type { Entry } from './search.ts'
import { sitePages } from './site-pages.ts'

/** The version of the docs: the major and the minor number. */
export const DOCS_VERSION = manifest.version.split('.').slice(0, 2).join('.')
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f5f9e"/><path d="m9 16 5 5 9-10" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>\n'

/**
 * Builds the docs of this version into a folder of `site`, and keeps its folders of other versions. The workshop in the folder stays. Returns
 * the pages.
 */
export async function buildSite(site: string, version = DOCS_VERSION): Promise<readonly RenderedPage[]> {
  const verifier = join(projectRoot, 'dist/verify.html')
  if (!existsSync(verifier)) throw new Error('dist/verify.html does not exist, so nothing was written. Run `npm run build` first.')
  const folder = join(site, version)
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== 'workshop') rmSync(join(folder, name), { recursive: true })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  const sources = sitePages()
  const pages = sources.map((page) => renderPage(page, sources))
  const groups = navigation(pages)
  for (const page of pages) {
    write(page.path, layOut(page, groups, version))
    write(toMarkdownPath(page), pageMarkdown(page, sources))
    for (const [source, path] of page.files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      copyFileSync(join(projectRoot, source), join(folder, path))
    }
  }
  write('search.json', JSON.stringify(pages.flatMap(entriesOf)))
  write('llms.txt', llmsTxt(groups))
  write('llms-full.txt', llmsFullTxt(groups, sources))
  copyFileSync(verifier, join(folder, 'verify.html'))
  await buildAssets(folder)
  write('assets/icon.svg', ICON)

  const versions = readdirSync(site)
    .filter((name) => /^\d+\.\d+$/.test(name) && statSync(join(site, name)).isDirectory())
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const [newest] = versions
  writeFileSync(join(site, 'versions.json'), JSON.stringify(versions))
  writeFileSync(
    join(site, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Licet</title><meta http-equiv="refresh" content="0; url=${newest}/"><a href="${newest}/">Licet ${newest}</a>\n`,
  )
  if (newest === version) {
    writeFileSync(join(site, 'llms.txt'), llmsTxt(groups, `${version}/`))
    copyFileSync(join(folder, 'llms-full.txt'), join(site, 'llms-full.txt'))
  }
  return pages
}

function entriesOf(page: RenderedPage): Entry[] {
  return page.sections.map(({ id, heading, depth, text }) => ({
    address: depth === 1 ? page.path : `${page.path}#${id}`,
    page: nameOf(page),
    heading: depth === 1 ? nameOf(page) : heading,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** Bundles the style sheet and the scripts of the pages. */
async function buildAssets(folder: string): Promise<void> {
  const client = join(projectRoot, 'test/support/site/client')
  await buildForProduction({
    configFile: false,
    root: projectRoot,
    base: './',
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { site: join(client, 'site.ts'), scheme: join(client, 'scheme.ts') },
        output: {
          entryFileNames: 'assets/[name].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name][extname]',
        },
      },
    },
  })
}
