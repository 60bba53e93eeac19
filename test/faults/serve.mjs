// Runs the published service in a separate process, for tests that break it. The variable SERVE contains its options.
import { env } from 'node:process'
import { serve } from '../../dist/service/node.js'

let clockMs = 0
process.on('message', (message) => {
  clockMs = message.clockMs
})
// The test process is gone.
process.on('disconnect', () => process.exit())
const { url } = await serve({ ...JSON.parse(env.SERVE ?? '{}'), now: () => Date.now() + clockMs })
process.send({ url })
