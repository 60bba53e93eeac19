import {
  type DataTag,
  mutationOptions,
  type QueryClient,
  queryOptions,
  type UnusedSkipTokenOptions,
  type UseMutationOptions,
} from '@tanstack/react-query'
import {
  type CreateLicenseOptions,
  type License,
  type ReceiptClaims,
  type ServiceClient,
  type VerifiedLicense,
  verifyReceipt,
} from '../client/index.ts'
import { type VerifiedUse, verifiedOptions } from './verified-options.ts'

/** The part of a {@link ServiceClient} that the queries use. */
export type QueriedClient = Pick<
  ServiceClient,
  'createLicense' | 'getKeySet' | 'getLicense' | 'getSnapshot' | 'revokeLicense' | 'subscribe' | 'terms' | 'verifyLicense'
>

/** The text that a person is asked to agree to. */
export interface QueriedTerms {
  /** Markdown. */
  readonly text: string
}

/** Options of {@link createLicenseQueries}. */
export interface LicenseQueriesOptions {
  /** Your id of the person, as a part of each key. Set it where one `QueryClient` serves several people. Default: `device`. */
  readonly person?: string | undefined
}

/** The options of a query, for `useQuery()`, `prefetchQuery()` and the like. Its key has the type of its data. */
export type LicenseQuery<Data> = UnusedSkipTokenOptions<Data, Error, Data, readonly unknown[]> & {
  readonly queryKey: DataTag<readonly unknown[], Data, Error>
}

/** The queries and mutations of one client. */
export interface LicenseQueries {
  /** The start of every key, for `invalidateQueries({ queryKey })`. */
  readonly key: readonly [scope: 'licet', person: string]
  /** The newest license of this device, or `null`. Makes no request. */
  license(): LicenseQuery<License | null>
  /** The verified claims of the receipt of this license, or `null`. Fetches the keys of the service once there is a license. */
  receipt(): LicenseQuery<ReceiptClaims | null>
  /** Whether the service permits a use now. Makes no request before there is a license. */
  verified(use: VerifiedUse): LicenseQuery<VerifiedLicense>
  /** The text to show. Makes no request, so a server can prefetch it. */
  terms(): LicenseQuery<QueriedTerms>
  /** Signs and delivers an agreement. The client delivers a signed decision itself, so a mutation is never repeated or paused. */
  agree(): UseMutationOptions<License, Error, CreateLicenseOptions | undefined>
  /** Withdraws the license. */
  withdraw(): UseMutationOptions<License, Error, void>
  /**
   * Invalidates the queries when the license changes: here, in another tab, or at the service. Returns a function that stops.
   *
   * @example
   * useEffect(() => licet.follow(queryClient), [licet, queryClient])
   */
  follow(queryClient: Pick<QueryClient, 'invalidateQueries'>): () => void
}

/**
 * Returns the queries and mutations of a client for TanStack Query, so that an app reads Licet as it reads everything else. Use them with the
 * client that you pass to `ConsentProvider`.
 *
 * @example
 * const licet = createLicenseQueries(client)
 * const { data: license } = useQuery(licet.license())
 * const agree = useMutation(licet.agree())
 */
export function createLicenseQueries(client: QueriedClient, { person = 'device' }: LicenseQueriesOptions = {}): LicenseQueries {
  const key = ['licet', person] as const
  const keyOf = (name: string): readonly unknown[] => [...key, name]
  return {
    key,

    license: () =>
      queryOptions({
        queryKey: keyOf('license'),
        queryFn: async ({ signal }): Promise<License | null> => (await client.getLicense({ signal })) ?? null,
        ...OF_CLIENT,
      }),

    receipt: () =>
      queryOptions({
        queryKey: keyOf('receipt'),
        queryFn: async ({ signal }): Promise<ReceiptClaims | null> => {
          const license = await client.getLicense({ signal })
          return license === undefined ? null : verifyReceipt(license.receipt, await client.getKeySet({ signal }))
        },
        ...OF_CLIENT,
      }),

    verified: (use: VerifiedUse) =>
      queryOptions(verifiedOptions(key, use, (asked, options) => client.verifyLicense(asked, options))),

    terms: () =>
      queryOptions({
        queryKey: keyOf('terms'),
        queryFn: (): QueriedTerms => ({ text: client.terms() }),
        ...OF_CLIENT,
      }),

    agree: () =>
      mutationOptions({
        mutationKey: [...key, 'agree'],
        mutationFn: (options: CreateLicenseOptions | undefined) => client.createLicense(options),
        ...DELIVERED_BY_CLIENT,
      }),

    withdraw: () =>
      mutationOptions({
        mutationKey: [...key, 'withdraw'],
        mutationFn: () => client.revokeLicense(),
        ...DELIVERED_BY_CLIENT,
      }),

    follow(queryClient: Pick<QueryClient, 'invalidateQueries'>): () => void {
      let before = stateOf(client)
      return client.subscribe(() => {
        const now = stateOf(client)
        if (now === before) return
        before = now
        // The text does not depend on the license.
        const isChanged = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[key.length] !== 'terms'
        void queryClient.invalidateQueries({ queryKey: key, predicate: isChanged })
      })
    },
  }
}

// Only the client changes this data, and `follow()` reports that.
const OF_CLIENT = { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } as const
const DELIVERED_BY_CLIENT = { networkMode: 'always', retry: false } as const

/** What the queries depend on, as a text. */
function stateOf(client: QueriedClient): string {
  const { license, licensed } = client.getSnapshot()
  return JSON.stringify([license?.receipt, license?.status, licensed])
}
