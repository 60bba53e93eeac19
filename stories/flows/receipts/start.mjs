// `npm start`: the demo app and the service it talks to, on one address, with one embedded database in `.licet`.
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { buildWhatChanged, root } from './build.mjs'
import { openSite } from './site.mjs'

const DEFAULT_PORT = 4747
const TRIES = 20
const HOST = '127.0.0.1'

/** Listens on a port: the one that was named, or the first free one from the default on. */
async function listen(server) {
  const named = process.env.PORT
  const first = named === undefined || named === '' ? DEFAULT_PORT : Number(named)
  if (!Number.isInteger(first) || first < 0 || first > 65_535)
    throw new Error(`PORT is ${named}, which is no port. Give a number from 0 to 65535.`)
  const ports = first === DEFAULT_PORT && !named ? Array.from({ length: TRIES }, (_, index) => first + index) : [first]
  for (const port of ports) {
    const taken = await new Promise((done, fail) => {
      server.once('error', (error) => (error.code === 'EADDRINUSE' ? done(true) : fail(error)))
      server.listen(port, HOST, () => done(false))
    })
    server.removeAllListeners('error')
    if (!taken) {
      if (port !== first) console.log(`Port ${first} is taken by another program: this demo takes ${port}.`)
      return server.address().port
    }
  }
  const last = ports.at(-1)
  throw new Error(
    ports.length === 1
      ? `Port ${first} is taken by another program, so the demo did not start. End that program, or choose another: PORT=${first + 1} npm start`
      : `Ports ${first} to ${last} are all taken, so the demo did not start. Choose one: PORT=8080 npm start`,
  )
}

async function main() {
  const server = createServer()
  const port = await listen(server)
  const url = `http://${HOST}:${port}`
  const { index } = await buildWhatChanged()
  const { openDemo } = await import('./service.mjs')
  const folder = resolve(process.env.LICET_DEMO_FOLDER ?? join(root, '.licet'))
  const demo = await openDemo({ url, folder })
  const site = openSite(index)
  server.on(
    'request',
    demo.listener((request) => site(request) ?? demo.fetch(request)),
  )

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    server.close()
    server.closeIdleConnections()
    server.closeAllConnections()
    await demo.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  console.log(`
  Pomelo, a demonstration of Licet, is at

    ${url}

  Open it and choose “Share and earn”: read what is asked, agree or decline.
  Then reload, look into Settings, and withdraw. What you agree to stays in
  ${folder}, also after Ctrl-C, which stops everything.
`)
}

main().catch((error) => {
  console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
