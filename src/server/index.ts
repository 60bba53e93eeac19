export { isLicetError, LicetError } from '../core/errors.ts'
export { createIdentityToken, type IdentityTokenOptions } from './create-identity-token.ts'
