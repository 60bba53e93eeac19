// Runs the command `licet` from its sources, which Node 20 cannot read directly: `node test/support/licet.mjs serve`.
import { join } from 'node:path'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '../..')
const quiet = { root, configFile: false, logLevel: 'error' }
const { module } = await runnerImport(join(root, 'src/terms/build/template-plugin.ts'), quiet)
await runnerImport(join(root, 'src/cli/index.ts'), { ...quiet, plugins: [module.templates()] })
