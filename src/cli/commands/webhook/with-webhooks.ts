import { HOUR_MS } from '../../../core/time-units.ts'
import { AUTH_PATHS } from '../../../protocol/paths.ts'
import type { Webhooks } from '../../../service/index.ts'
import { type CommandInput, type CommandIo, UsageError } from '../../command.ts'
import { withServiceOn } from '../../database.ts'
import { readSecrets } from '../../read-key-protection.ts'
import { withTarget } from '../../target/choose-target.ts'
import type { RemoteService } from '../../target/remote-service.ts'
import { readEndpoints, readEndpointWithSecret, readReplayed, readResult } from './read-webhook.ts'

/** What the commands of webhooks do, on a running service or on its database. */
export type WebhookActions = Omit<Webhooks, 'deliver'>

/** Opens the webhooks that the options choose, passes them to `work`, and closes the database. */
export function withWebhooks<T>(input: CommandInput, io: CommandIo, work: (webhooks: WebhookActions) => Promise<T>): Promise<T> {
  return withTarget(input, io, {
    remote: (service) => work(ofService(service)),
    local: async (storage) => withServiceOn(storage, io, ({ webhooks }) => work(webhooks), await readSecrets(input, io)),
  })
}

function ofService({ request }: RemoteService): WebhookActions {
  return {
    createEndpoint: async ({ providerId, url, remindEvery, allowPrivate }) => {
      if (allowPrivate) throw privateOverHttp()
      return readEndpointWithSecret(await request('POST', AUTH_PATHS.webhooks(providerId), { url, remindEvery }))
    },
    listEndpoints: async (providerId) => readEndpoints(await request('GET', AUTH_PATHS.webhooks(providerId))),
    rotateSecret: async (id, { overlapMs } = {}) => {
      const json = overlapMs === undefined ? {} : { overlapHours: overlapMs / HOUR_MS }
      return readEndpointWithSecret(await request('POST', `${AUTH_PATHS.webhook(id)}/secret`, json))
    },
    deleteEndpoint: async (id) => {
      await request('DELETE', AUTH_PATHS.webhook(id))
    },
    sendTest: async (id) => readResult(await request('POST', `${AUTH_PATHS.webhook(id)}/test`)),
    replay: async (id) => readReplayed(await request('POST', `${AUTH_PATHS.webhook(id)}/replay`)),
  }
}

function privateOverHttp(): UsageError {
  return new UsageError(
    '--allow-private works on the database only, because an API key must not reach the network of the service. No endpoint was added. Run it with --database-url.',
  )
}
