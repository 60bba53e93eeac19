import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CreateLicenseOptions, type License, type ServiceClient, verifyReceipt } from '../client/index.ts'
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

/** The queries and mutations of one client. */
export type LicenseQueries = ReturnType<typeof createLicenseQueries>

/**
 * Returns the queries and mutations of a client for TanStack Query, so that an app reads Licet as it reads everything else. Use them with the
 * client that you pass to `ConsentProvider`.
 *
 * @example
 * const licet = createLicenseQueries(client)
 * const { data: license } = useQuery(licet.license())
 * const agree = useMutation(licet.agree())
 */
export function createLicenseQueries(client: QueriedClient, { person = 'device' }: LicenseQueriesOptions = {}) {
  const key = ['licet', person] as const
  return {
    /** The start of every key, for `invalidateQueries({ queryKey })`. */
    key,

    /** The newest license of this device, or `null`. Makes no request. */
    license: () =>
      queryOptions({
        queryKey: [...key, 'license'],
        queryFn: async ({ signal }): Promise<License | null> => (await client.getLicense({ signal })) ?? null,
        // Only the client changes it, and `follow()` reports that.
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      }),

    /** The verified claims of the receipt of this license, or `null`. Fetches the keys of the service once there is a license. */
    receipt: () =>
      queryOptions({
        queryKey: [...key, 'receipt'],
        queryFn: async ({ signal }) => {
          const license = await client.getLicense({ signal })
          return license === undefined ? null : verifyReceipt(license.receipt, await client.getKeySet({ signal }))
        },
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      }),

    /** Whether the service permits a use now. Makes no request before there is a license. */
    verified: (use: VerifiedUse) =>
      queryOptions(verifiedOptions(key, use, (asked, options) => client.verifyLicense(asked, options))),

    /** The text to show. Makes no request, so a server can prefetch it. */
    terms: () =>
      queryOptions({
        queryKey: [...key, 'terms'],
        queryFn: (): QueriedTerms => ({ text: client.terms() }),
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      }),

    /** Signs and delivers an agreement. The client delivers a signed decision itself, so a mutation is never repeated or paused. */
    agree: () =>
      mutationOptions({
        mutationKey: [...key, 'agree'],
        mutationFn: (options: CreateLicenseOptions | undefined) => client.createLicense(options),
        networkMode: 'always',
        retry: false,
      }),

    /** Withdraws the license. */
    withdraw: () =>
      mutationOptions({
        mutationKey: [...key, 'withdraw'],
        mutationFn: () => client.revokeLicense(),
        networkMode: 'always',
        retry: false,
      }),

    /**
     * Invalidates the queries when the license changes: here, in another tab, or at the service. Returns a function that stops.
     *
     * @example
     * useEffect(() => licet.follow(queryClient), [licet, queryClient])
     */
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

/** What the queries depend on, as a text. */
function stateOf(client: QueriedClient): string {
  const { license, licensed } = client.getSnapshot()
  return JSON.stringify([license?.receipt, license?.status, licensed])
}
