import { HOUR_MS } from '../../../core/time-units.ts'
import { AUTH_PATHS } from '../../../protocol/paths.ts'
import type { PostWebhook, Webhooks } from '../../../service/index.ts'
import { type CommandInput, type CommandIo, UsageError } from '../../command.ts'
import { ConfigurationError } from '../../configuration/configuration-error.ts'
import { readConfiguration } from '../../configuration/read-configuration.ts'
import { EGRESS, SERVE } from '../../configuration/serve-flags.ts'
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
    local: async (storage) => {
      const options = { ...(await readSecrets(input, io)), postWebhook: await readPost(input, io) }
      return withServiceOn(storage, io, ({ webhooks }) => work(webhooks), options)
    },
  })
}

/**
 * Returns how a command on the database sends webhooks: as the service does, with its denied networks and its proxy.
 *
 * @throws {ConfigurationError} with every fault of these settings.
 */
async function readPost(input: CommandInput, io: CommandIo): Promise<PostWebhook> {
  const { settings, faults } = await readConfiguration(EGRESS, input, io, SERVE)
  if (faults.length > 0) throw new ConfigurationError(faults)
  const settingOf = (name: keyof typeof EGRESS) => settings.find((setting) => setting.name === name)?.value
  const [networks, proxy] = [settingOf('webhookDeniedNetwork'), settingOf('webhookProxy')]
  const { createNodePost } = await import('../../../service/node.ts')
  return createNodePost({
    ...(Array.isArray(networks) && { deniedNetworks: networks }),
    ...(typeof proxy === 'string' && { proxy }),
  })
}

function ofService({ request, send }: RemoteService): WebhookActions {
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
      await send('DELETE', AUTH_PATHS.webhook(id))
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
