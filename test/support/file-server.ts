import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** A plain file server, with a record of what it served. */
export interface FileServer {
  /** Address of the folder, with a slash at the end. */
  readonly url: string
  /** Paths of the files that were served, in order. */
  readonly served: readonly string[]
  /** Paths that are no file. */
  readonly missing: readonly string[]
  close(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** Serves the files of a folder under a path, as every static host does: no compression, no fallback, no headers but the type. */
export async function serveFiles(folder: string, path: string): Promise<FileServer> {
  const record = { served: [] as string[], missing: [] as string[] }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = decodeURIComponent(pathname.slice(path.length))
    const file = name === '' || name.endsWith('/') ? `${name}index.html` : name
    const content =
      pathname.startsWith(path) && !file.includes('..') ? await readFile(join(folder, file)).catch(() => undefined) : undefined
    if (content === undefined) {
      record.missing.push(pathname)
      response.writeHead(404).end()
      return
    }
    record.served.push(file)
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(record, {
    url: `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
