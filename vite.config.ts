import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { build, type PluginOption, type UserConfig } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { namedCompiler } from './src/react/build/compiler-plugin.ts'
import { joinedFiles } from './src/react/build/joined-files-plugin.ts'
import { receiptPage } from './src/receipt/build/receipt-plugin.ts'
import { verifierPage } from './src/receipt/build/verifier-plugin.ts'
import { buildId } from './src/terms/build/build-id-plugin.ts'
import { englishSources } from './src/terms/build/english-sources-plugin.ts'
import { templates } from './src/terms/build/template-plugin.ts'
import { minifyStyles } from './src/theme/build/minify-styles.ts'
import { styles } from './src/theme/build/styles-plugin.ts'
import { themeFiles } from './src/theme/build/theme-files-plugin.ts'
import { cachedSources } from './test/support/cached-sources.ts'
import { chromiumArguments, findChromium } from './test/support/chromium.ts'
import { casesOf, isFull, tier } from './test/support/counts.ts'
import { PATIENCE_MS } from './test/support/patience.ts'
import { PICTURE_REPORT } from './test/support/pictures-report.ts'
import { quickDatabase } from './test/support/quick-database-plugin.ts'
import { SNAPSHOT } from './test/support/snapshot-path.ts'

const root = import.meta.dirname
const inTest = process.env.VITEST === 'true'
/** Not in `npx vitest`, which runs the tests again when a source changes. */
const inSingleRun = inTest && process.argv.includes('run')
const inStorybook = process.env.STORYBOOK === 'true'

/** Minifies the published stylesheet and adds its one-line type. */
const publishedStyles: PluginOption = {
  name: 'licet-published-styles',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const sheet = bundle['styles.css']
      if (sheet?.type !== 'asset') return
      sheet.source = minifyStyles(Buffer.from(sheet.source).toString())
      this.emitFile({ type: 'asset', fileName: 'styles.css.d.ts', source: 'export {}\n' })
    },
  },
}

/** Writes `licet/browser` as one minified file with everything that it imports, for pages without a bundler. */
const browserFile: PluginOption = {
  name: 'licet-browser-file',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir = '' }) {
      await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          target: 'es2022',
          outDir: join(dir, 'client'),
          emptyOutDir: false,
          reportCompressedSize: false,
          lib: { entry: join(dir, 'client/browser.js'), formats: ['es'], fileName: () => 'browser.js' },
          rolldownOptions: { output: { codeSplitting: false, minify: true } },
        },
      })
    },
  },
}

/** Returns the sources of every published module by their name in `dist`. The exports map of package.json is the one list. */
function entries(): Record<string, string> {
  const targets = Object.values(manifest.exports).map((target) => (typeof target === 'string' ? target : target?.default))
  const published = [...targets, manifest.bin.licet].flatMap((target) => /^\.\/dist\/(.+)\.js$/.exec(target ?? '')?.[1] ?? [])
  const names = published.flatMap((name) => (name.endsWith('/*') ? namesUnder(name.slice(0, -2)) : [name]))
  return Object.fromEntries(
    names.map((name) => [name, join(root, 'src', TEMPLATE.test(name) ? `${toTemplateSource(name)}.md` : `${name}.ts`)]),
  )
}

/** Templates are published as `terms/templates/<language>/<name>`, and their sources are in the folder of their language. */
const TEMPLATE = /^terms\/templates\/([\w-]+)\//
const TEMPLATE_SOURCE = /^terms\/languages\/([\w-]+)\/templates\//
const toTemplateSource = (name: string) => name.replace(TEMPLATE, 'terms/languages/$1/templates/')
const toPublishedName = (source: string) => source.replace(TEMPLATE_SOURCE, 'terms/templates/$1/')

/** Returns the names of the modules that a pattern of the exports map matches. */
function namesUnder(folder: string): string[] {
  const isTemplates = folder === 'terms/templates'
  const sources = isTemplates ? 'terms/languages' : folder
  return readdirSync(join(root, 'src', sources), { recursive: true, encoding: 'utf8' })
    .filter((name) => (isTemplates ? /\/templates\/[\w-]+\.md$/ : /^[\w-]+\.ts$/).test(name))
    .map((name) => toPublishedName(`${sources}/${name.replace(/\.\w+$/, '')}`))
}

const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
const isExternal = (id: string) => id.startsWith('node:') || dependencies.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * The build of the library: ES modules, one file for each source file, so that `'use client'` stays where it was written. {@link
 * joinedFiles} joins some.
 */
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
      output: {
        preserveModules: true,
        preserveModulesRoot: join(root, 'src'),
        entryFileNames: ({ name }) => `${toPublishedName(name)}.js`,
      },
    },
  },
}

/** Returns the browser settings of one project. Each project needs its own object, because Vitest writes into it. */
const browser = (deviceScaleFactor = 1) => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath: (inTest && findChromium()) || '/usr/bin/chromium', args: [...chromiumArguments] },
    // Larger than the frame of the tests: Vitest scales the frame down in a smaller page.
    contextOptions: { viewport: { width: 1440, height: 1080 }, deviceScaleFactor },
  }),
  instances: [{ browser: 'chromium' as const }],
  viewport: { width: 1024, height: 768 },
})

const optimizeDeps = {
  include: [
    'react',
    'react-dom',
    'react-dom/client',
    'react-dom/server',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
    '@tanstack/react-query',
    'react-hook-form',
    '@noble/ed25519',
    '@noble/hashes/sha3.js',
    '@noble/hashes/sha2.js',
    '@noble/hashes/utils.js',
    'idb',
    'jose',
    'standardwebhooks',
    'valibot',
    '@valibot/to-json-schema',
    'react-markdown',
    'remark-gfm',
    'hono',
    'hono/cors',
    'axe-core',
    'dom-accessibility-api',
    'culori/fn',
    'fast-check',
    '@testing-library/dom',
    '@testing-library/react',
    '@testing-library/user-event',
    '@testing-library/jest-dom/vitest',
    '@codemirror/commands',
    '@codemirror/lint',
    '@codemirror/state',
    '@codemirror/view',
    'mdast-util-from-markdown',
    'mdast-util-gfm',
    'mdast-util-to-hast',
    'micromark-extension-gfm',
  ],
  exclude: ['@electric-sql/pglite'],
}

/**
 * Tests that start servers and programs. The quick tier runs none of them.
 * `@hono/node-server` replaces the global `Response`, so they do not share a process with other tests.
 */
const SERVER_TESTS = [
  'test/conformance/service-{alive,backup,clock,connection,distribution,failover,files,http,killed,memory,migration,oauth-http,one-partition,overload,pages,partitions,person-history,planner,processes,replica,restore,retirement,storage,webhook-burst,young-database}.test.ts',
  'test/conformance/earlier-clients/{bytes,in-chromium}.test.ts',
  'test/unit/cli/*.test.ts',
  'test/unit/service/{drain,failure-limit,folder,http-server,serve,tracing}.test.ts',
]
/** The suites of the service that also run through PgBouncer: suites that use the databases of `describeWorlds`. */
const POOLER_TESTS = [
  'test/conformance/service-{api-key-scopes,bounds,identity,license,lifecycle,permit,reading,refresh,register}.test.ts',
  'test/conformance/service-{revocation,signature-faults,signing-keys,tokens,webhooks,withdrawal-of-person}.test.ts',
  'test/conformance/pooler/*.test.ts',
]
/** What runs on a Citus cluster: tests of the cluster, and the suites of the service's interface. */
const CITUS_TESTS = [
  'test/citus/**/*.test.ts',
  'test/conformance/service.test.ts',
  'test/conformance/service-{audit-log,cleanup,log-verify,oauth,openapi,public-log,strangers,token-endpoint,webhook-routes}.test.ts',
  'test/conformance/service-{alive,processes,restore}.test.ts',
  'test/unit/cli/{api-key,audit,audit-who,identity-key,key,license,overview,webhook,webhook-remind,workers}.test.ts',
  ...POOLER_TESTS.filter((path) => !path.includes('/pooler/')),
]
/** What runs on every supported version of Node: the tarball in an empty project. */
const INSTALL_TEST = 'test/package/install.test.ts'
/** Tests that build many apps with the tarball: frameworks with server rendering, style systems, the quick starts. */
const APPS_TESTS = 'test/package/{dialogs,frameworks,init-frameworks,quick-start,style-systems}.test.ts'
/** Tests that install the tarball with other packages. */
const INSTALLED_TESTS = 'test/package/{csp-app,deploy,jsdom-app,next-app,production,runtimes,vite-app}.test.ts'

/** The environment of tests in Node. */
const nodeEnvironment = {
  // Hostile F9: a time zone far from UTC and a locale whose dotted i differs; the full tier has a half-hour offset and other digits.
  ...(isFull ? { TZ: 'America/St_Johns', LC_ALL: 'ar_EG.UTF-8' } : { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8' }),
  // Debian's pg_dump is written in Perl, which would warn about these locales.
  PERL_BADLANG: '0',
}

/** One project of tests that run in Node. */
const inNode = (name: string, test: { include: string[]; exclude?: string[]; globalSetup?: string[]; isolate?: boolean }) => ({
  extends: true as const,
  plugins: isFull ? [] : [quickDatabase],
  test: {
    name,
    environment: 'node' as const,
    maxWorkers: '100%',
    env: nodeEnvironment,
    expect: { poll: { timeout: PATIENCE_MS } },
    // Only a failing test takes this long, and a machine may be ten times as busy as usual.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...test,
  },
})

/** One project of tests of the packed tarball. */
const ofPackage = (name: string, test: { include: string[]; exclude?: string[] }) => ({
  extends: true as const,
  test: {
    name,
    environment: 'node' as const,
    globalSetup: ['test/support/pack.ts'],
    // After the tests that fill all cores, where a part has both. Projects of one group need the same number of workers.
    sequence: { groupOrder: 1 },
    expect: { poll: { timeout: PATIENCE_MS } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    ...test,
  },
})

const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: { name: 'checks', environment: 'node', include: ['test/package/checks.test.ts'], testTimeout: 120_000 },
  },
  inNode('unit', {
    include: ['test/{unit,property}/**/*.test.{ts,tsx}'],
    exclude: SERVER_TESTS,
    // Without a module graph for each file, half of the time is saved. A test that changes a global restores it.
    isolate: false,
  }),
  inNode('conformance', {
    include: ['test/conformance/**/*.test.ts'],
    exclude: [...SERVER_TESTS, 'test/conformance/pooler/**'],
    isolate: false,
    globalSetup: ['test/support/databases-setup.ts'],
  }),
  inNode('server', { include: SERVER_TESTS, isolate: false, globalSetup: ['test/support/databases-setup.ts'] }),
  inNode('pooler', {
    include: POOLER_TESTS,
    isolate: false,
    globalSetup: ['test/support/pooler-setup.ts'],
  }),
  inNode('citus', {
    include: CITUS_TESTS,
    isolate: false,
    globalSetup: ['test/support/citus-setup.ts'],
  }),
  {
    extends: true,
    test: {
      name: 'faults',
      environment: 'node',
      include: ['test/faults/**/*.test.ts'],
      testTimeout: 240_000,
      hookTimeout: 120_000,
      fileParallelism: false,
    },
  },
  ofPackage('package', {
    include: ['test/package/**/*.test.ts'],
    exclude: ['test/package/checks.test.ts', INSTALL_TEST, INSTALLED_TESTS, APPS_TESTS],
  }),
  ofPackage('install', { include: [INSTALL_TEST] }),
  ofPackage('installed', { include: [INSTALLED_TESTS] }),
  ofPackage('apps', { include: [APPS_TESTS] }),
  {
    extends: true,
    test: {
      name: 'browser',
      include: ['test/browser/**/*.test.{ts,tsx}'],
      globalSetup: ['test/support/chromium-setup.ts'],
      setupFiles: ['test/support/browser-setup.ts'],
      expect: { poll: { timeout: PATIENCE_MS } },
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // Without this, Vitest leaves one of two cores idle.
      maxWorkers: 2,
      browser: browser(),
    },
  },
  {
    extends: true,
    test: {
      name: 'e2e',
      environment: 'node',
      include: ['test/e2e/**/*.test.ts'],
      globalSetup: ['test/support/chromium-setup.ts'],
      // The files run one after another, so they can share the bundler and the browser driver.
      isolate: false,
      expect: { poll: { timeout: PATIENCE_MS } },
      testTimeout: 120_000,
      hookTimeout: 120_000,
      fileParallelism: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'engines',
      environment: 'node',
      include: ['test/engines/**/*.test.ts'],
      expect: { poll: { timeout: PATIENCE_MS } },
      testTimeout: 120_000,
      // Installs the engines that are missing.
      hookTimeout: 600_000,
      fileParallelism: false,
    },
  },
]

/** How the stories run as tests. `globals` are the settings of Storybook's toolbar. */
interface StoryRun {
  readonly globals?: Readonly<Record<string, unknown>>
  /** Checks each story after its play function. */
  readonly setupFile?: string
  /**
   * Compares pictures of the stories with these tags, `scale` times as large as the screen, with those in a folder of `stories/.pictures`.
   */
  readonly pictures?: { readonly tags: TagsFilter; readonly scale: number; readonly folder: string }
}

/** The tags that a run of the stories includes and excludes. */
type TagsFilter = { readonly include?: string[]; readonly exclude?: string[] }

// Pictures of half the size are a third of the bytes, and every change of the layout still shows. See docs/contributing.md.
const LEADING = { tags: { include: ['picture'] }, scale: 0.5, folder: '' }
const OTHERS = { tags: { exclude: ['picture', 'no-picture'] }, scale: 0.25, folder: 'small' }

/** The runs of the stories by the name of the project. The usual tier has the first. The first six are the environments of axe. */
const STORY_RUNS: Readonly<Record<string, StoryRun>> = {
  stories: {},
  'stories-dark': { globals: { scheme: 'dark' } },
  'stories-right-to-left': { globals: { direction: 'rtl' } },
  'stories-narrow': { globals: { viewport: { value: 'small' } } },
  'stories-large-text': { globals: { text: '200' } },
  'stories-more-contrast': { globals: { contrast: 'more' } },
  'stories-themes': { setupFile: 'contrast-of-themes.ts' },
  pictures: { globals: { viewport: { value: 'phone' } }, setupFile: 'pictures.ts', pictures: LEADING },
  'pictures-dark': { globals: { viewport: { value: 'phone' }, scheme: 'dark' }, setupFile: 'pictures.ts', pictures: LEADING },
  'pictures-small': { globals: { viewport: { value: 'phone' } }, setupFile: 'pictures.ts', pictures: OTHERS },
}

/** The stories as tests: each is drawn in Chromium, played, and checked by axe. */
async function stories(): Promise<TestProjectConfiguration[]> {
  if (!inTest || namesOnlyOtherProjects()) return []
  const { storybookTest } = await import('@storybook/addon-vitest/vitest-plugin')
  const folder = join(root, 'stories/.storybook')
  return Promise.all(
    casesOf(Object.entries(STORY_RUNS), (_, index) => index === 0).map(
      async ([name, { globals = {}, setupFile, pictures }], groupOrder) => {
        const pathIn =
          (folder: string) =>
          ({ arg, ext }: { arg: string; ext: string }) =>
            join(folder, pictures?.folder ?? '', arg + ext)
        return {
          extends: true as const,
          plugins: [await storybookTest({ configDir: folder, ...(pictures !== undefined && { tags: pictures.tags }) })],
          define: { 'import.meta.env.LICET_STORY_GLOBALS': JSON.stringify(globals) },
          test: {
            name,
            globalSetup: [
              join(root, 'test/support/chromium-setup.ts'),
              ...(pictures === undefined ? [] : [join(root, 'test/support/pictures-report.ts')]),
            ],
            ...(setupFile !== undefined && { setupFiles: [join(folder, 'test', setupFile)] }),
            attachmentsDir: join(root, 'node_modules/.cache/licet/attachments'),
            testTimeout: 120_000,
            maxWorkers: 2,
            // One environment after another: with the pages of all of them, a story on two cores waits longer than its time limit.
            sequence: { groupOrder },
            browser: {
              ...browser(pictures?.scale),
              expect: {
                toMatchScreenshot: {
                  resolveScreenshotPath: pathIn(join(root, 'stories/.pictures')),
                  resolveDiffPath: pathIn(PICTURE_REPORT),
                },
              },
            },
          },
        }
      },
    ),
  )
}

/** Returns whether `--project` names projects, and none with stories: loading Storybook takes 3 s of processor time. */
function namesOnlyOtherProjects(): boolean {
  const { project = [] } = parseArgs({ options: { project: { type: 'string', multiple: true } }, strict: false }).values
  return Array.isArray(project) && project.length > 0 && !project.some((name) => /^stories|^pictures|[*!]/.test(String(name)))
}

/** The demo app, built as a customer would build it: from the published files in `dist`. */
const demo: UserConfig = {
  root: join(root, 'stories/flows/receipts'),
  cacheDir: join(root, 'node_modules/.vite'),
  plugins: [react()],
  build: {
    outDir: join(root, 'node_modules/.cache/licet/demo'),
    emptyOutDir: true,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
}

export default defineConfig(async ({ command, mode }) => {
  if (mode === 'demo') return demo
  const publishing = command === 'build' && !inTest && !inStorybook
  return {
    ...(publishing ? library : {}),
    plugins: [
      ...[react(), templates(), buildId(), englishSources(), receiptPage(), styles(publishing ? { emit: 'styles.css' } : {})],
      ...[
        publishing && namedCompiler,
        publishing && publishedStyles,
        publishing && themeFiles,
        publishing && verifierPage(),
        publishing && joinedFiles,
        publishing && browserFile,
        inSingleRun && cachedSources,
      ],
    ],
    ...(inTest && {
      define: {
        'import.meta.env.LICET_SERVICE_PAGE': JSON.stringify(`/@fs${join(root, 'test/fixtures/service-page.ts')}`),
        'import.meta.env.LICET_SNAPSHOT': JSON.stringify(`/@fs${SNAPSHOT}`),
        'import.meta.env.LICET_TIER': JSON.stringify(tier),
      },
    }),
    // A dependency that Vite finds while tests run reloads their page.
    optimizeDeps,
    test: {
      reporters: ['default'],
      attachmentsDir: join(root, 'node_modules/.cache/licet/attachments'),
      projects: [...projects, ...(await stories())],
    },
  }
})
