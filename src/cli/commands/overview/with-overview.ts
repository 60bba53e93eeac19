import * as v from 'valibot'
import { encodeMembers } from '../../../client/http/send-request.ts'
import { AUTH_PATHS, TRAIL_PATHS } from '../../../protocol/paths.ts'
import { type Profile, ProfileRecord, type Provider, ProviderRecord } from '../../../protocol/records/accounts.ts'
import type { Address } from '../../../protocol/records/devices.ts'
import { type StatsPage, StatsPageRecord } from '../../../protocol/records/stats.ts'
import type { CommandInput, CommandIo } from '../../command.ts'
import { readProtection } from '../../read-key-protection.ts'
import { withTarget } from '../../target/choose-target.ts'
import { readResponse } from '../../target/read-response.ts'
import type { RemoteService } from '../../target/remote-service.ts'

/** Which devices: of a person, or the one with an address. */
export type WhichDevices = { readonly address: string } | { readonly id: string }

/** What the commands list: of your organization on a running service, or of every organization in a database. */
export interface Overview {
  providers(): Promise<readonly Provider[]>
  users(): Promise<readonly Profile[]>
  /** Yields devices, newest first. */
  devices(providerId: string, which: WhichDevices): AsyncIterable<Address>
  stats(query: { readonly providerId?: string | undefined; readonly cursor?: string | undefined }): Promise<StatsPage>
}

/** Opens what the options choose, passes it to `work`, and closes the database. */
export function withOverview<T>(input: CommandInput, io: CommandIo, work: (overview: Overview) => Promise<T>): Promise<T> {
  return withTarget(input, io, {
    remote: (service) => work(ofService(service)),
    local: async (storage) => {
      const { createOperator } = await import('../../../service/accounts/operator.ts')
      const { createNodeCrypto } = await import('../../../service/node.ts')
      const protection = await readProtection(input, io)
      return work(createOperator({ storage, crypto: createNodeCrypto(), protection, now: io.now }))
    },
  })
}

function ofService({ client, request, requestTrail, token }: RemoteService): Overview {
  return {
    providers: async () => readResponse(v.array(ProviderRecord), await request('GET', AUTH_PATHS.providers)),
    users: async () => readResponse(v.array(ProfileRecord), await request('GET', AUTH_PATHS.users)),
    async *devices(providerId, which) {
      yield* await client.listAddresses(await token(), providerId, which)
    },
    stats: async ({ providerId, cursor }) =>
      readResponse(
        StatsPageRecord,
        await requestTrail('GET', `${TRAIL_PATHS.stats}?${encodeMembers({ provider_id: providerId, cursor })}`),
      ),
  }
}
