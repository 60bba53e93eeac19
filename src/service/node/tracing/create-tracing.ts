import type { Attributes, Context, Span, TextMapGetter } from '@opentelemetry/api'
import { isLicetError } from '../../../core/errors.ts'
import { StorageError } from '../../storage/storage.ts'
import type { ServiceTracing } from '../../tracing/tracing.ts'
import { VERSION } from '../../version.ts'

/** Where the OpenTelemetry API keeps the SDK that the host has registered. It is the same for every copy of its version 1. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** The methods of the HTTP semantic conventions. Others can be any text of the caller. */
const METHODS = ['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']

const HEADERS: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
}

/**
 * Creates the traces of the service with the OpenTelemetry SDK of the host, or returns `undefined` when none is registered. Needs the package
 * `@opentelemetry/api`, which every SDK needs too.
 *
 * `serve` calls it. Register the SDK first, for example with `node --import ./tracing.mjs`.
 *
 * @example
 * const service = await createService({ authUrl, tracing: await createTracing() })
 */
export async function createTracing(): Promise<ServiceTracing | undefined> {
  if (!(REGISTERED in globalThis)) return undefined
  // Imported on demand, because it is an optional peer. Without it, the SDK belongs to a program that does not trace this service.
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (api === undefined) return undefined
  const { context, propagation, SpanKind, SpanStatusCode, trace } = api
  const tracer = trace.getTracer('licet', VERSION)

  const inSpan = async <T>(parent: Context, span: Span, run: () => Promise<T>): Promise<T> => {
    try {
      return await context.with(trace.setSpan(parent, span), run)
    } catch (error) {
      // The name and the SQLSTATE only: a message can contain what was sent.
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttributes(describeError(error))
      throw error
    } finally {
      span.end()
    }
  }

  return {
    request({ method: sent, route, headers, scheme }, respond) {
      const method = METHODS.includes(sent) ? sent : '_OTHER'
      const active = context.active()
      // An instrumentation of the HTTP server has read the header already.
      const isInside = trace.getSpan(active) !== undefined
      const parent = isInside ? active : propagation.extract(active, headers, HEADERS)
      const name = method === '_OTHER' ? 'HTTP' : method
      const span = tracer.startSpan(
        route === undefined ? name : `${name} ${route}`,
        {
          kind: isInside ? SpanKind.INTERNAL : SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            'url.scheme': scheme,
            ...(route !== undefined && { 'http.route': route }),
          },
        },
        parent,
      )
      return inSpan(parent, span, async () => {
        const response = await respond()
        span.setAttribute('http.response.status_code', response.status)
        if (response.status >= 500) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', String(response.status))
        }
        return response
      })
    },

    database(summary, run) {
      const parent = context.active()
      // Work in the background has no span: it asks the database each second.
      if (trace.getSpan(parent) === undefined) return run()
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': summary.split(' ', 1)[0] ?? summary,
        'db.query.summary': summary,
      }
      return inSpan(parent, tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, parent), run)
    },
  }
}

function describeError(error: unknown): Attributes {
  const cause = isLicetError(error) ? error.cause : error
  if (cause instanceof StorageError && cause.state !== '')
    return { 'error.type': cause.state, 'db.response.status_code': cause.state }
  return { 'error.type': error instanceof Error ? error.name : 'Error' }
}
