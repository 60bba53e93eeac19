import type { Storage } from '../storage/storage.ts'
import type { ServiceTracing } from './tracing.ts'

/** Returns a storage that records a span for each statement and transaction. */
export function traceStorage(storage: Storage, tracing: ServiceTracing): Storage {
  const { connections } = storage
  return {
    query: (text, values) => tracing.database(summaryOf(text), () => storage.query(text, values)),
    transaction: (run) =>
      tracing.database('transaction', () =>
        storage.transaction((sql) =>
          run({ query: (text, values) => tracing.database(summaryOf(text), () => sql.query(text, values)) }),
        ),
      ),
    ready: () => storage.ready(),
    ...(storage.schema && { schema: () => storage.schema?.() ?? Promise.reject(new TypeError('The storage has no schema.')) }),
    ...(storage.purge && { purge: async () => storage.purge?.() }),
    ...(storage.poolState && { poolState: () => storage.poolState?.() ?? { busy: 0, idle: 0, waiting: 0 } }),
    ...(connections !== undefined && { connections }),
    close: () => storage.close(),
  }
}

const summaries = new Map<string, string>()

/** Returns what a statement does, and with which table or function: `SELECT licet.licenses`. The texts are constants of this service. */
function summaryOf(text: string): string {
  const known = summaries.get(text)
  if (known !== undefined) return known
  const [operation = 'statement'] = /\b(?:INSERT|UPDATE|DELETE|SELECT|LOCK)\b/i.exec(text) ?? []
  const [target] = /\blicet\.\w+/.exec(text) ?? []
  const summary = target === undefined ? operation.toUpperCase() : `${operation.toUpperCase()} ${target}`
  summaries.set(text, summary)
  return summary
}
