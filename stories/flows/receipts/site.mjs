// Serves the built pages of the demo with a strict Content Security Policy, which also shows that the kit works under it.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const PAGES = new Set(['/', '/report', '/agree', '/settings', '/sign-up', '/news', '/phone', '/phone/app'])
/** The page in the phone frame. */
const FRAMED = '/phone/app'
const POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Reads the built pages and returns a request handler for them. */
export function openSite(folder) {
  const files = new Map()
  for (const name of readdirSync(folder, { recursive: true })) {
    const type = TYPES[extname(name)]
    if (type !== undefined) files.set(`/${name}`, { type, body: readFileSync(join(folder, name)) })
  }
  return (request) => {
    const { pathname } = new URL(request.url)
    const file = files.get(PAGES.has(pathname) ? '/index.html' : pathname)
    if (file === undefined)
      return new Response('This page does not exist.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
    const isImmutable = pathname.startsWith('/assets/')
    return new Response(request.method === 'HEAD' ? null : file.body, {
      headers: {
        'content-type': file.type,
        'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy':
          pathname === FRAMED ? POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : POLICY,
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    })
  }
}
