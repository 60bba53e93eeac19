import { checkConfig, checkOwnTerms, compileAgreement } from './compiler.ts'
import type { AnyClientConfig } from './config.ts'
import { parseConfig } from './parse-config.ts'
import { checkAgreement } from './question/check-agreement.ts'
import { ClientCore } from './question/client-core.ts'
import { OpenClient } from './question/open-client.ts'

/**
 * The license client of one person on one device. It returns the terms to show, signs the decision, delivers it to the service exactly
 * once, and returns what the person has agreed to.
 *
 * The constructor checks the configuration and makes no request. The client opens its storage at the first subscription or call. Nothing
 * about the person or the device is sent before `createLicense()`.
 *
 * @example
 * const client = new ServiceClient(config)
 * show(client.terms())
 * button.onclick = async () => console.log(await client.createLicense())
 */
export class ServiceClient extends OpenClient {
  /**
   * @throws {LicetError} `invalid_configuration` with the `field`; `unfilled_placeholder` and `invalid_template` for a template that does
   *   not fit the agreement
   */
  constructor(config: AnyClientConfig) {
    checkConfig(config)
    const checked = checkAgreement(config, compileAgreement, checkOwnTerms)
    if (checked.invalid !== undefined) throw checked.invalid
    super(new ClientCore(parseConfig(config, checked)))
  }
}
