// `npm run bench`: measures what stands in `dist`, so build first. The measurements are TypeScript: Vite runs them.
import { join } from 'node:path'
import { runnerImport } from 'vite'

const { module } = await runnerImport(join(import.meta.dirname, 'main.ts'), { configFile: false, logLevel: 'error' })
await module.main()
