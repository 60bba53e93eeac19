import { fromBase64 } from '../../core/base64.ts'

/** Key of no device: what a device that is not registered is checked against, so that the answer takes as long. Nobody has its other half. */
export const STAND_IN_DEVICE = fromBase64(
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA8YOtlL9LfnpQcvbAWK/gDHlsO/eKoBxeEKk1DQlREZnQ6IdyKeYOXqhC544Zrbwn9m' +
    'KoaG1h4vKuWkZhP2VmFwEqg+rH2MIee1Kglf1kzdhDvQcI78mZrxM9adjxdT6LEDCFA9LHDf817HdwxBLo+ZVVzRFkjmC4XFZ0DBZvyKOLU/ew' +
    'PiGllSlxxgnsmj1QzV4ZlirpNrLBou//tKwaYFuI+2jzmmCt+SR+nbxEe9otVuLP5TBD2wty74m8D58gT/7GjfVst45PgGSgXThNp6hDSxt9Mj' +
    'gzBpd4dbEpiVy0KCReu8SZONC8IJB4Gd4h67M9Nlcc7zfxOBhTyhCChQIDAQAB',
)

/** As long as the key of any provider, and none. */
export const STAND_IN_PROVIDER = new Uint8Array(91)
