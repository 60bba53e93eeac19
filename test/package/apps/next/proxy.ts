import { type NextRequest, NextResponse } from 'next/server'

/** Sets a strict Content Security Policy with a nonce for each response, as in the guide of Next.js. */
export function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID())
  // Only the development server evaluates code and adds inline styles for its overlay.
  const isDevelopment = process.env.NODE_ENV === 'development'
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `connect-src 'self' ${process.env.LICET_SERVICE}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}
