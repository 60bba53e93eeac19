import { env } from 'node:process'
import { serve } from '../../src/service/node.ts'

// At the top and not in `main`: what the service imports at its first use can be read only until the module is.
const { url } = await serve({ port: 0, ...JSON.parse(env.SERVE ?? '{}') })

/** Runs the service in a process of its own, for a test that kills it: `SERVE` holds its options, the line it prints its address. */
export function main(): void {
  console.log(url)
}
