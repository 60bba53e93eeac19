import type { License } from '../../../core/license.ts'
import type { Storage } from '../../../service/index.ts'
import type { CommandInput, CommandIo } from '../../command.ts'
import { openOperator } from '../../open-operator.ts'
import { withTarget } from '../../target/choose-target.ts'
import type { RemoteService } from '../../target/remote-service.ts'
import { type LicenseSelection, toQuery } from './filter.ts'

const PAGE = 100

/** Licenses: of your organization on a running service, or of every organization in a database. */
export interface LicenseSource {
  /** Yields licenses, newest first. */
  list(selection: LicenseSelection): AsyncGenerator<License>
  /** @throws {LicetError} `not_found` */
  get(id: string): Promise<License>
}

/** Opens the licenses that the options choose, passes them to `work`, and closes the database. */
export async function withLicenses<T>(
  input: CommandInput,
  io: CommandIo,
  work: (licenses: LicenseSource) => Promise<T>,
): Promise<T> {
  return withTarget(input, io, {
    remote: (service) => work(ofService(service)),
    local: async (storage) => work(await ofDatabase(storage, input, io)),
  })
}

function ofService({ client, token }: RemoteService): LicenseSource {
  return {
    async *list(selection) {
      let cursor: string | undefined
      do {
        const page = await client.listLicenses(await token(), { limit: PAGE, cursor, ...toQuery(selection) })
        yield* page.licenses
        cursor = page.next
      } while (cursor !== undefined)
    },
    get: async (id) => client.getLicense(await token(), id),
  }
}

async function ofDatabase(storage: Storage, input: CommandInput, io: CommandIo): Promise<LicenseSource> {
  const operator = await openOperator(storage, input, io)
  return {
    list: ({ provider, ...filter }) => operator.licenses({ providerId: provider, ...filter }),
    get: (id) => operator.license(id),
  }
}
