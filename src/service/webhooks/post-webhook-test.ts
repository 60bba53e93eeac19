import { LicetError } from '../../core/errors.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { WEBHOOK_TIMEOUT_MS } from './post-webhook.ts'
import { authenticateWebhookOwner, requireAddressCheck } from './webhook-owner.ts'

/** Tests in progress at the same time in a process, of one organization and of all. Each one can wait 15 seconds for its receiver. */
const MAX_TESTS_OF_ORG = 2
const MAX_TESTS = 32

/** The tests in progress, by organization. */
const running = new Map<string, number>()

/** Test Webhook: sends the event `webhook.test` now, and returns the status of the receiver, or why there is none. */
export async function postWebhookTest(call: RouteCall): Promise<Response> {
  const { id, orgId, webhooks } = await authenticateWebhookOwner(call)
  requireAddressCheck(call)
  const ofOrg = running.get(orgId) ?? 0
  if (ofOrg >= MAX_TESTS_OF_ORG) throw tooManyTests(`Your organization tests ${MAX_TESTS_OF_ORG} webhooks already`)
  if (allRunning() >= MAX_TESTS) throw tooManyTests('The service is testing other webhooks')
  running.set(orgId, ofOrg + 1)
  try {
    return respondJson(await webhooks.sendTest(id, { signal: call.request.signal }))
  } finally {
    const others = (running.get(orgId) ?? 1) - 1
    if (others > 0) running.set(orgId, others)
    else running.delete(orgId)
  }
}

function allRunning(): number {
  return [...running.values()].reduce((sum, count) => sum + count, 0)
}

function tooManyTests(reason: string): LicetError<'too_many_requests'> {
  return new LicetError('too_many_requests', `${reason}. Nothing was sent. Try again in ${WEBHOOK_TIMEOUT_MS / 1000} seconds.`, {
    retryAfterMs: WEBHOOK_TIMEOUT_MS,
  })
}
