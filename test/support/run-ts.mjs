// Runs `main()` of a TypeScript module, which Node 20 cannot read directly: `node test/support/run-ts.mjs test/bench/main.ts`.
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const [, , file = ''] = process.argv
const { module } = await runnerImport(resolve(file), { configFile: false, logLevel: 'error' })
await module.main()
