// Runs `main()` of a TypeScript module, which Node 20 cannot read directly: `node test/support/run-ts.mjs test/bench/main.ts`.
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const [, , file = ''] = process.argv
// Vite sets NODE_ENV for its own run. Programs that a module starts must not inherit it: they would build for development.
const { NODE_ENV } = process.env
const { module } = await runnerImport(resolve(file), { configFile: false, logLevel: 'error' })
if (NODE_ENV === undefined) delete process.env.NODE_ENV
else process.env.NODE_ENV = NODE_ENV
await module.main()
