import { deleteAddresses } from './delete-addresses.ts'
import { deleteProvider } from './delete-provider.ts'
import { getAddresses } from './get-addresses.ts'
import { getApiKeys } from './get-api-keys.ts'
import { getHealth, getReadiness } from './get-health.ts'
import { getKeySet } from './get-key-set.ts'
import { getLicense } from './get-license.ts'
import { getLicenses } from './get-licenses.ts'
import { getMetadata } from './get-metadata.ts'
import { getProfile } from './get-profile.ts'
import { getProvider } from './get-provider.ts'
import { postAddress } from './post-address.ts'
import { postApiKey } from './post-api-key.ts'
import { postLicense } from './post-license.ts'
import { postLicenseVerify } from './post-license-verify.ts'
import { postProvider } from './post-provider.ts'
import { postRevoke, postToken } from './post-token.ts'
import type { Route } from './route.ts'

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
