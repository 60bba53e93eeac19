// `npm start` runs the demo app and its service on one address, with an embedded database in `.licet`.
import { join, resolve } from 'node:path'
import { buildIfChanged, root } from './build.mjs'

const DEFAULT_PORT = 4747
const TRIES = 20

/** Returns the ports to try in order: only `PORT` if it is set, otherwise the default port and those after it. */
function portsToTry() {
  const requested = process.env.PORT ?? ''
  if (requested === '') return Array.from({ length: TRIES }, (_, index) => DEFAULT_PORT + index)
  const port = Number(requested)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT is "${requested}". The demo was not started. Use a number from 0 to 65535.`)
  return [port]
}

async function main() {
  const ports = portsToTry()
  const { pages } = await buildIfChanged()
  // Imported here, because it imports the library that was just built.
  const { openDemo } = await import('./service.mjs')
  const folder = resolve(process.env.LICET_DEMO_FOLDER ?? join(root, '.licet'))
  const demo = await openDemo({ ports, folder, pages })

  const stop = async () => {
    await demo.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  if (demo.port !== ports[0] && ports[0] !== 0)
    console.log(`\n  Port ${ports[0]} is taken by another program, so the demo uses port ${demo.port}.`)
  console.log(`
  Pomelo, a demonstration of Licet, runs on

    ${demo.url}

  Open this address and select “Share and earn”. Read the request, then agree
  or decline. Reload the page, open Settings, and withdraw.
  Your data is stored in ${folder}.
  Press Ctrl-C to stop. The next start uses the same data.
`)
}

main().catch((error) => {
  console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
