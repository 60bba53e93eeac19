import * as v from 'valibot'
import { encodeMembers } from '../../../client/http/send-request.ts'
import { AUTH_PATHS, TRAIL_PATHS } from '../../../protocol/paths.ts'
import { type Profile, ProfileRecord, type Provider, ProviderRecord } from '../../../protocol/records/accounts.ts'
import type { Address } from '../../../protocol/records/devices.ts'
import { type Reminder, ReminderRecord, type ReminderStep, ReminderStepRecord } from '../../../protocol/records/reminders.ts'
import { type StatsPage, StatsPageRecord } from '../../../protocol/records/stats.ts'
import type { ReminderRequest } from '../../../service/webhooks/send-reminders.ts'
import type { CommandInput, CommandIo } from '../../command.ts'
import { openOperator } from '../../open-operator.ts'
import { withTarget } from '../../target/choose-target.ts'
import { readResponse } from '../../target/read-response.ts'
import type { RemoteService } from '../../target/remote-service.ts'

/** Which devices: of a person, or the one with an address. */
export type WhichDevices = { readonly address: string } | { readonly id: string }

/** What an operator reads, and sends as reminders: in your organization on a running service, or in every organization of a database. */
export interface Overview {
  providers(): Promise<readonly Provider[]>
  users(): Promise<readonly Profile[]>
  /** Returns the reminders that were sent to groups. */
  reminders(providerId?: string): Promise<readonly Reminder[]>
  /** Sends reminders to some licenses of a group, and returns where the next step continues. */
  remind(request: ReminderRequest): Promise<ReminderStep>
  /** Yields devices, newest first. */
  devices(providerId: string, which: WhichDevices): AsyncIterable<Address>
  /** Returns a page of the counts of licenses. */
  stats(query: { readonly providerId?: string | undefined; readonly cursor?: string | undefined }): Promise<StatsPage>
}

/** Opens what the options choose, passes it to `work`, and closes the database. */
export function withOverview<T>(input: CommandInput, io: CommandIo, work: (overview: Overview) => Promise<T>): Promise<T> {
  return withTarget(input, io, {
    remote: (service) => work(ofService(service)),
    local: async (storage) => work(await openOperator(storage, input, io)),
  })
}

function ofService({ client, request, requestTrail, token }: RemoteService): Overview {
  const providers = async () => readResponse(v.array(ProviderRecord), await request('GET', AUTH_PATHS.providers))
  return {
    providers,
    users: async () => readResponse(v.array(ProfileRecord), await request('GET', AUTH_PATHS.users)),
    reminders: async (providerId) => {
      const ids = providerId === undefined ? (await providers()).map((provider) => provider.providerId) : [providerId]
      const lists = await Promise.all(ids.map(async (id) => request('GET', AUTH_PATHS.reminders(id))))
      return lists.flatMap((list) => readResponse(v.array(ReminderRecord), list))
    },
    remind: async ({ providerId, termsHash, notTermsHash, id, cursor }) => {
      const json = { terms_hash: termsHash?.join(), not_terms_hash: notTermsHash?.join(), id, cursor }
      return readResponse(ReminderStepRecord, await request('POST', AUTH_PATHS.reminders(providerId), json))
    },
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
