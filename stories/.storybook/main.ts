import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { StorybookConfig } from '@storybook/react-vite'
import remarkGfm from 'remark-gfm'
import type { Plugin } from 'vite'
import { PURE } from '../../test/support/minify-workshop.ts'
import { projectRoot } from '../../test/support/run-command.ts'
import { WORKSHOP_DATABASE } from '../../test/support/snapshot-path.ts'

/** Tables in docs pages. */
const mdxPluginOptions = { mdxCompileOptions: { remarkPlugins: [remarkGfm] } }

/** The folder with the database of the stories. Tests have their own. */
function databaseFolder(): string[] {
  if (process.env.VITEST) return []
  const script = join(projectRoot, 'test/support/run-ts.mjs')
  execFileSync(process.execPath, [script, 'test/support/workshop-database.ts'], { cwd: projectRoot, stdio: 'inherit' })
  return [dirname(WORKSHOP_DATABASE)]
}

/** The modules of the kit that every page loads. Languages, templates and themes stay in files that load when they are needed. */
const KIT =
  /\/src\/(core|client|react|components|theme)\/(?!.*(languages|themes|compositions|preview|developer|build|log|permits)\/)/

/** A production build has no devtools. The built workshop shows them in their stories. */
const keepDevtools: Plugin = {
  name: 'licet-keep-devtools',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/devtools/licet-devtools.tsx') ? code.replaceAll('process.env.NODE_ENV', "'development'") : undefined,
}

/** What makes the built workshop small: see `docs/explanation/bench.md`. */
const smallPages = {
  // Storybook's own components and helpers, which a page has without using them.
  treeshake: { manualPureFunctions: PURE },
  // Every page shows the kit, and one file of it is smaller than a hundred.
  output: { codeSplitting: { groups: [{ name: 'kit', test: KIT }] } },
}

const config: StorybookConfig = {
  staticDirs: async (folders = []) => [...folders, ...databaseFolder()],
  stories: ['../**/*.mdx', '../**/*.stories.tsx'],
  addons: [{ name: '@storybook/addon-docs', options: { mdxPluginOptions } }, '@storybook/addon-a11y', '@storybook/addon-vitest'],
  // The Vite configuration of the project adds the plugins for templates and styles, and skips the library build.
  framework: { name: '@storybook/react-vite', options: { builder: { viteConfigPath: 'vite.config.ts' } } },
  viteFinal: ({ plugins = [], build, ...vite }) => ({
    ...vite,
    plugins: [...plugins, keepDevtools],
    build: { ...build, rolldownOptions: { ...build?.rolldownOptions, ...smallPages } },
  }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The toolbar of preview.tsx has a theme and a scheme instead of backgrounds, and its own measurements.
  features: { backgrounds: false, measure: false, outline: false, sidebarOnboardingChecklist: false },
  typescript: { reactDocgen: 'react-docgen' },
}

export default config
