import * as v from 'valibot'
import { LICENSE_STATUSES } from '../core/license.ts'
import { LICENSE_PAGE } from '../core/limits.ts'

// An empty value would select every license, for example of a server whose user is not signed in.
const text = v.optional(v.pipe(v.string(), v.minLength(1)))

/** The body of License Search. Each member selects licenses, except `cursor` and `limit`. */
export const SearchLicensesBody = v.strictObject({
  provider_id: text,
  ptr: text,
  address: text,
  status: v.optional(v.picklist(LICENSE_STATUSES)),
  created_after: text,
  created_before: text,
  cursor: text,
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LICENSE_PAGE.max))),
})
