import { deleteProvider } from './accounts/delete-provider.ts'
import { getApiKeys } from './accounts/get-api-keys.ts'
import { getProfile } from './accounts/get-profile.ts'
import { getProvider } from './accounts/get-provider.ts'
import { postApiKey } from './accounts/post-api-key.ts'
import { postProvider } from './accounts/post-provider.ts'
import { deleteAddresses } from './devices/delete-addresses.ts'
import { getAddresses } from './devices/get-addresses.ts'
import { postAddress } from './devices/post-address.ts'
import { getHealth, getReadiness } from './health/get-health.ts'
import { getLicense } from './licenses/get-license.ts'
import { getLicenses } from './licenses/get-licenses.ts'
import { postLicense } from './licenses/post-license.ts'
import { postLicenseVerify } from './licenses/post-license-verify.ts'
import type { Route } from './routing/route.ts'
import { getKeySet } from './tokens/get-key-set.ts'
import { getMetadata } from './tokens/get-metadata.ts'
import { postRevoke, postToken } from './tokens/post-token.ts'

/** Every operation of the service (wire decisions, section 1). */
export const ROUTES: readonly Route[] = [
  postToken,
  postRevoke,
  getKeySet,
  getMetadata,
  getProfile,
  postApiKey,
  getApiKeys,
  postProvider,
  getProvider,
  deleteProvider,
  postAddress,
  getAddresses,
  deleteAddresses,
  postLicense,
  postLicenseVerify,
  getLicenses,
  getLicense,
  getHealth,
  getReadiness,
]
