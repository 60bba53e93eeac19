// Runs the published service in a separate process, for tests that break it. The variable SERVE contains its options.
import { env } from 'node:process'
import { serve } from '../../dist/service/node.js'

let clockMs = 0
process.on('message', (message) => {
  clockMs = message.clockMs
})
// The test process is gone.
process.on('disconnect', () => process.exit())
// Without a grace period, a second use of a refresh token is refused, so the load can count tokens that were used twice.
const options = { refreshReuseGraceMs: 0, ...JSON.parse(env.SERVE ?? '{}') }
const { url } = await serve({ ...options, now: () => Date.now() + clockMs })
process.send({ url })
