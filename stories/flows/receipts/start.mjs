// `npm start`: the demo app and the service it talks to, on one address, with one embedded database in `.licet`.
import { join, resolve } from 'node:path'
import { buildWhatChanged, root } from './build.mjs'

const DEFAULT_PORT = 4747
const TRIES = 20

/** The ports to try in turn: the one that was named and no other, or the first free one from the default on. */
function portsToTry() {
  const named = process.env.PORT ?? ''
  if (named === '') return Array.from({ length: TRIES }, (_, index) => DEFAULT_PORT + index)
  const port = Number(named)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT is ${named}, which is no port. Give a number from 0 to 65535.`)
  return [port]
}

async function main() {
  const ports = portsToTry()
  const { pages } = await buildWhatChanged()
  // Imported only now: it runs what was just built.
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
    console.log(`\n  Port ${ports[0]} is taken by another program: this demo takes ${demo.port}.`)
  console.log(`
  Pomelo, a demonstration of Licet, is at

    ${demo.url}

  Open it and choose “Share and earn”: read what is asked, agree or decline.
  Then reload, look into Settings, and withdraw. What you agree to stays in
  ${folder}, also after Ctrl-C, which stops everything.
`)
}

main().catch((error) => {
  console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
