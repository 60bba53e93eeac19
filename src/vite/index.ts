import type { Alias, Plugin } from 'vite'
import { type AgreementInput, type PreparedAgreement, prepareAgreement } from '../terms/index.ts'

/** Options of {@link licet}. */
export interface LicetOptions {
  /** The languages to prepare, as BCP 47 tags. Default: as in `prepareAgreement()`. */
  readonly locales?: readonly string[] | undefined
  /**
   * Whether the pages keep the code that writes terms. Set it to `true` when the app has an agreement that is not prepared. Default `false`:
   * an agreement that is not prepared is an error.
   */
  readonly compiler?: boolean | undefined
}

const AGREEMENT = /\.agreement\.[cm]?[jt]sx?$/
const COMPILER: Alias = { find: /^licet\/compiler$/, replacement: 'licet/compiler/none' }

/**
 * Vite plugin that prepares each `*.agreement.ts`, while developing and building: the module that exports an agreement as default then exports
 * the prepared agreement.
 *
 * Pages load no code that writes terms, unless `compiler` is `true`.
 *
 * @example
 * export default defineConfig({ plugins: [react(), licet()] })
 */
export function licet({ locales, compiler = false }: LicetOptions = {}): Plugin {
  let root = ''
  let alias: readonly Alias[] = []
  return {
    name: 'licet',
    enforce: 'pre',
    config: () => (compiler ? undefined : { resolve: { alias: [COMPILER] } }),
    configResolved(config) {
      root = config.root
      // The agreement itself may use everything, such as a template.
      alias = config.resolve.alias.filter(({ replacement }) => replacement !== COMPILER.replacement)
    },
    load: {
      filter: { id: AGREEMENT },
      async handler(id) {
        const { runnerImport } = await import('vite')
        const { module, dependencies } = await runnerImport<{ readonly default?: AgreementInput | PreparedAgreement }>(id, {
          configFile: false,
          logLevel: 'silent',
          root,
          resolve: { alias: [...alias] },
        })
        for (const file of dependencies) this.addWatchFile(file)
        if (module.default === undefined)
          this.error(`${id} has no default export, so no agreement was prepared. Write \`export default { company: … }\`.`)
        const prepared = await prepareAgreement(module.default, { locales })
        // Browsers parse JSON faster than an object of JavaScript.
        return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(prepared))})`, map: { mappings: '' } }
      },
    },
  }
}
