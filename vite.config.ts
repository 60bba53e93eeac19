import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { type PluginOption, runnerImport, type UserConfig } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { chromiumArguments, findChromium } from './test/support/chromium.ts'

const root = import.meta.dirname
const inTest = process.env.VITEST === 'true'

/** `*.md` → a module that exports the compiled template. */
async function templates(): Promise<PluginOption> {
  const path = join(root, 'src/terms/build/template-plugin.ts')
  if (!existsSync(path)) return []
  const { module } = await runnerImport<{ templates: () => PluginOption }>(path, { configFile: false, root })
  return module.templates()
}

/** Every file that a published subpath or the bin points at, by the name it gets in `dist`. */
function entries(): Record<string, string> {
  const under = (folder: string, wanted: RegExp) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => wanted.test(name))
          .map((name) => join(folder, name))
      : []
  const fixed = [
    'index',
    'client/index',
    'service/index',
    'service/node',
    'terms/index',
    'terms/lint',
    'theme/index',
    'testing/index',
    'cli/index',
  ]
  const files = [
    ...fixed.map((name) => `src/${name}.ts`),
    ...under('src/locales', /^[\w-]+\.ts$/),
    ...under('src/terms/templates', /\.md$/),
  ].filter((file) => existsSync(join(root, file)))
  return Object.fromEntries(files.map((file) => [file.replace(/^src\/(.+)\.(ts|md)$/, '$1'), join(root, file)]))
}

const dependencies = Object.keys({
  ...manifest.dependencies,
  ...('peerDependencies' in manifest ? (manifest.peerDependencies as object) : {}),
})
const isExternal = (id: string) => id.startsWith('node:') || dependencies.some((name) => id === name || id.startsWith(`${name}/`))

/** The library as it is published: ES modules, one file per source file so that `'use client'` stays where it was written. */
const library: UserConfig = {
  publicDir: false,
  build: {
    target: 'es2022',
    minify: false,
    sourcemap: false,
    emptyOutDir: false,
    reportCompressedSize: false,
    lib: { entry: entries(), formats: ['es'] },
    rolldownOptions: {
      external: isExternal,
      output: { preserveModules: true, preserveModulesRoot: join(root, 'src'), entryFileNames: '[name].js' },
    },
  },
}

const browser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath: (inTest && findChromium()) || '/usr/bin/chromium', args: [...chromiumArguments] },
  }),
  instances: [{ browser: 'chromium' as const }],
  viewport: { width: 1024, height: 768 },
}

const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'node',
      environment: 'node',
      include: ['test/{unit,property,conformance}/**/*.test.{ts,tsx}'],
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'package',
      environment: 'node',
      include: ['test/package/**/*.test.ts'],
      testTimeout: 240_000,
      hookTimeout: 240_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'browser',
      include: ['test/browser/**/*.test.{ts,tsx}'],
      globalSetup: ['test/support/chromium-setup.ts'],
      testTimeout: 30_000,
      browser,
    },
  },
  {
    extends: true,
    test: {
      name: 'e2e',
      environment: 'node',
      include: ['test/e2e/**/*.test.ts'],
      globalSetup: ['test/support/chromium-setup.ts'],
      testTimeout: 60_000,
      hookTimeout: 120_000,
      fileParallelism: false,
    },
  },
]

export default defineConfig(async () => ({
  ...library,
  plugins: [react(), await templates()],
  // Found while a suite runs, a new dependency would reload the page under it.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react-dom/server',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      '@tanstack/react-query',
      '@noble/hashes/sha3.js',
      '@noble/hashes/sha2.js',
      '@noble/hashes/utils.js',
      'idb',
      'jose',
      'valibot',
      'react-markdown',
      'remark-gfm',
      'hono',
      'hono/cors',
      'axe-core',
      'fast-check',
      '@testing-library/dom',
      '@testing-library/react',
      '@testing-library/user-event',
      '@testing-library/jest-dom/vitest',
      'mdast-util-from-markdown',
      'mdast-util-to-hast',
    ],
    exclude: ['@electric-sql/pglite'],
  },
  test: {
    reporters: ['default'],
    projects,
  },
}))
