import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The metrics of a process, as `prom-client` writes them as JSON. */
export type MetricsJson = readonly MetricObjectWithValues<MetricValue<string>>[]

/** A message from a worker to the primary process. */
export type MessageOfWorker =
  | { readonly type: 'licet:ready'; readonly url: string; readonly port: number; readonly authUrl: string }
  | { readonly type: 'licet:metrics'; readonly metrics: MetricsJson }

/** A message from the primary process to a worker. */
export type MessageOfPrimary = { readonly type: 'licet:close' } | { readonly type: 'licet:metrics' }

/** Returns whether a message has a type. Other modules of the process can send messages too. */
export function hasType<M extends MessageOfWorker | MessageOfPrimary, T extends M['type']>(
  message: unknown,
  type: T,
): message is Extract<M, { readonly type: T }> {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type
}
