export {
  createLicenseQueries,
  type LicenseQueries,
  type LicenseQueriesOptions,
  type LicenseQuery,
  type QueriedClient,
  type QueriedTerms,
} from './create-license-queries.ts'
export type { VerifiedUse } from './verified-options.ts'
