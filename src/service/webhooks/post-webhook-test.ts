import { LicetError } from '../../core/errors.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { authenticateWebhookOwner, requireAddressCheck } from './webhook-owner.ts'

/** Tests in progress at the same time in a process. Each one can wait 15 seconds for its receiver. */
const MAX_TESTS = 4
const RETRY_AFTER_MS = 5000

let running = 0

/** Test Webhook: sends the event `webhook.test` now, and returns the status of the receiver, or why there is none. */
export async function postWebhookTest(call: RouteCall): Promise<Response> {
  const { id, webhooks } = await authenticateWebhookOwner(call)
  requireAddressCheck(call)
  if (running >= MAX_TESTS) throw tooManyTests()
  running++
  try {
    return respondJson(await webhooks.sendTest(id))
  } finally {
    running--
  }
}

function tooManyTests(): LicetError<'too_many_requests'> {
  return new LicetError(
    'too_many_requests',
    `The service sends ${MAX_TESTS} tests already. Nothing was sent. Try again in ${RETRY_AFTER_MS / 1000} seconds.`,
    { retryAfterMs: RETRY_AFTER_MS },
  )
}
