export {
  createLicenseQueries,
  type LicenseQueries,
  type LicenseQueriesOptions,
  type QueriedClient,
  type QueriedTerms,
} from './create-license-queries.ts'
export type { VerifiedUse } from './verified-options.ts'
