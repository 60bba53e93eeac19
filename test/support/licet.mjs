// Runs the command `licet` from its sources, which Node 20 cannot read directly: `node test/support/licet.mjs serve`.
// Where a run has built `dist` before, it runs that: compiling the sources takes 2 s of processor time in each process.
import { join } from 'node:path'

if (process.env.LICET_IS_BUILT) await import('../../dist/cli/index.js')
else await runSources()

async function runSources() {
  const { runnerImport } = await import('vite')
  const root = join(import.meta.dirname, '../..')
  const quiet = { root, configFile: false, logLevel: 'error' }
  const { module } = await runnerImport(join(root, 'src/terms/build/template-plugin.ts'), quiet)
  await runnerImport(join(root, 'src/cli/index.ts'), { ...quiet, plugins: [module.templates()] })
}
