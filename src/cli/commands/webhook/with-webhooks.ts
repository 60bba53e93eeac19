import { AUTH_PATHS } from '../../../protocol/paths.ts'
import type { WebhookEndpointStatus, WebhookEndpointWithSecret, WebhookResult, Webhooks } from '../../../service/index.ts'
import { type CommandInput, type CommandIo, UsageError } from '../../command.ts'
import { withServiceOn } from '../../database.ts'
import { withTarget } from '../../target/choose-target.ts'
import type { RemoteService } from '../../target/remote-service.ts'

const HOUR_MS = 3_600_000

/** What the commands of webhooks do, on a running service or on its database. */
export type WebhookActions = Omit<Webhooks, 'deliver'>

/** Opens the webhooks that the options choose, passes them to `work`, and closes the database. */
export function withWebhooks<T>(input: CommandInput, io: CommandIo, work: (webhooks: WebhookActions) => Promise<T>): Promise<T> {
  return withTarget(input, io, {
    remote: (service) => work(ofService(service)),
    local: (storage) => withServiceOn(storage, io, ({ webhooks }) => work(webhooks)),
  })
}

function ofService({ request }: RemoteService): WebhookActions {
  return {
    createEndpoint: async ({ providerId, url, remindEvery, allowPrivate }) => {
      if (allowPrivate) throw privateOverHttp()
      const added = await request('POST', AUTH_PATHS.webhooks(providerId), { url, remindEvery })
      return added as unknown as WebhookEndpointWithSecret
    },
    listEndpoints: async (providerId) =>
      (await request('GET', AUTH_PATHS.webhooks(providerId))) as unknown as WebhookEndpointStatus[],
    rotateSecret: async (id, { overlapMs } = {}) => {
      const json = overlapMs === undefined ? {} : { overlapHours: overlapMs / HOUR_MS }
      return (await request('POST', `${AUTH_PATHS.webhook(id)}/secret`, json)) as unknown as WebhookEndpointWithSecret
    },
    deleteEndpoint: async (id) => {
      await request('DELETE', AUTH_PATHS.webhook(id))
    },
    sendTest: async (id) => (await request('POST', `${AUTH_PATHS.webhook(id)}/test`)) as unknown as WebhookResult,
    replay: async (id) => {
      const { events } = (await request('POST', `${AUTH_PATHS.webhook(id)}/replay`)) as unknown as { readonly events: number }
      return events
    },
  }
}

function privateOverHttp(): UsageError {
  return new UsageError(
    '--allow-private works on the database only, because an API key must not reach the network of the service. No endpoint was added. Run it with --database-url.',
  )
}
