import { configOf } from './config-of.ts'

/** The provider at the service. The bench replaces this name when it builds the page. */
declare const BENCH_PROVIDER: { readonly id: string; readonly publicKey: string }

export const config = configOf(location.origin, BENCH_PROVIDER)
