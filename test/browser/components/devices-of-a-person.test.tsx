import 'licet/styles.css'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import { createMemoryStorage } from '../../../src/client/record/memory.ts'
import { ConsentSettings } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { createIdentityToken } from '../../../src/server/index.ts'
import { configOf, mount, newPerson, service } from '../../fixtures/react-harness.tsx'
import { appear, expectAccessible, press } from './harness.tsx'

let identityKey = ''
beforeAll(async () => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  await service.service.admin.addIdentityKey(service.provider.id, jwk)
  identityKey = JSON.stringify({ ...jwk, d })
})
afterEach(cleanup)
afterAll(() => service.close())

/** The configuration of a device of a person whom the backend of the app vouches for. */
const deviceOf = (userId: string) =>
  configOf(userId, {
    storage: createMemoryStorage(),
    refreshAfterMs: 0,
    identity: () => createIdentityToken({ userId, identityKey, providerId: service.provider.id, authUrl: service.authUrl }),
  })
const settings = () => document.querySelector('.licet-settings')?.textContent?.replaceAll('\u00A0', ' ')
/** A text of the interface up to the first value in it. */
const startOf = (text: string) => text.slice(0, text.indexOf('{'))

describe('the settings of a person with several devices', () => {
  it('experience 13: state that stopping ends the licenses on all devices, before and after it', async () => {
    const app = mount({ config: deviceOf(newPerson()) }, <ConsentSettings />)
    await app.state('ready')
    await app.consent().accept()
    await app.state('licensed')
    await appear('[data-part="withdraw"]')
    await expect.poll(settings).toContain(en['settings.withdraw.hint.all'])
    await app.withdraw()
    await app.state('withdrawn')
    await expect.poll(settings).toContain(startOf(en['status.withdrawn.all']))
    await expectAccessible()
  })

  it('experience 13: state that stopping ends the license on this device, when nobody vouched for the person', async () => {
    const app = mount({ config: configOf(newPerson(), { storage: createMemoryStorage() }) }, <ConsentSettings />)
    await app.state('ready')
    await app.consent().accept()
    await app.state('licensed')
    await expect.poll(settings).toContain(en['settings.withdraw.hint'])
    await app.withdraw()
    await app.state('withdrawn')
    await expect.poll(settings).toContain(startOf(en['status.withdrawn']))
  })

  it('experience 13: state after the next check that the license was stopped on another device', async () => {
    const person = newPerson()
    const app = mount({ config: deviceOf(person) }, <ConsentSettings />)
    await app.state('ready')
    await app.consent().accept()
    await app.state('licensed')
    const phone = new ServiceClient(deviceOf(person))
    await phone.createLicense()
    await phone.revokeLicense()
    await phone.close()
    // The person returns to the page: the client looks again.
    window.dispatchEvent(new Event('focus'))
    await app.state('withdrawn')
    await expect.poll(settings).toContain(startOf(en['status.withdrawn.elsewhere']))
    expect(app.licensed()).toBe(false)
    await expectAccessible()
    await press(en['settings.review'])
    await app.state('ready', 'choosing')
  })
})
