import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { GALLERY } from '../../../src/terms/gallery.ts'
import type { AgreementInput, DefinedAgreement, Template } from '../../../src/terms/index.ts'
import { agreement, newUserId, openService } from '../../fixtures/client.ts'

const { test, open } = await openService()

async function load(name: string): Promise<Template> {
  const template = await GALLERY[name]?.()
  if (template === undefined) throw new Error(`There is no template ${name}.`)
  return template.default
}

const spanish = { ...agreement, template: await load('es/rewards') }
const arabic = { ...agreement, template: await load('ar/rewards') }
/** The words of the company are in Spanish too. */
const translated = { ...spanish, compensation: '10 puntos por cada recibo', jurisdiction: 'Irlanda' }

/** A device of one person. Each visit is a client with another agreement. */
function newDevice() {
  const shared = { storage: createMemoryStorage(), userId: newUserId() }
  return async (input: AgreementInput) => {
    const client = open(test, { ...shared, agreement: input })
    await client.getLicense()
    await client.whenIdle()
    return client
  }
}

describe('an agreement in another language', () => {
  // Regression: a licensed person was asked again, because the text in the other language is another text.
  it.each([
    ['the same words', spanish],
    ['translated words', translated],
  ])('is fulfilled by the one that was signed, with %s of the company', async (_, other) => {
    const visit = newDevice()
    const license = await (await visit(agreement)).createLicense()
    const client = await visit(other)
    expect(client.getSnapshot()).toMatchObject({ licensed: true, needs: 'nothing', change: undefined })
    expect(await client.createLicense()).toEqual(license)
    expect((await visit(agreement)).getSnapshot().needs).toBe('nothing')
    expect((await visit(arabic)).getSnapshot().needs).toBe('nothing')
  })

  it('is fulfilled by a decision that waits for the network', async () => {
    const visit = newDevice()
    test.online = false
    void (await visit(agreement)).createLicense().catch(() => {})
    const first = await visit(agreement)
    await expect.poll(() => first.getSnapshot().pending?.stage).toBe('signed')
    expect((await visit(translated)).getSnapshot()).toMatchObject({ needs: 'nothing', pending: { kind: 'create' } })
  })

  it('stays declined', async () => {
    const visit = newDevice()
    await (await visit(agreement)).decline()
    expect((await visit(translated)).getSnapshot().declined).toBeDefined()
    expect((await visit({ ...translated, tags: ['email_receipt'] })).getSnapshot().declined).toBeUndefined()
  })

  it.each<[string, AgreementInput]>([
    ['the data', { ...spanish, tags: ['email_receipt'] }],
    ['the uses', { ...spanish, purposes: ['analytics'] }],
    ['an offered use', { ...spanish, purposes: ['analytics', 'attribution', { usecase: 'support' }] }],
    ['the recipients', { ...spanish, destinations: ['partner.example'] }],
    ['the expiry', { ...spanish, expiry: '2099-01-01T00:00:00Z' }],
    ['the company', { ...spanish, company: { ...agreement.company, name: 'Other' } }],
    ['the reward, which was removed', { ...spanish, compensation: null }],
    ['what happens to the data', { ...spanish, afterWithdrawal: 'deidentified' }],
    ['from when data counts', { ...spanish, earlierData: 'included' }],
    ['whether rewards stay', { ...spanish, earnedRewards: 'lost' }],
    ['what declining changes', { ...spanish, declineChangesNothing: true }],
    ['the version of the template', { ...spanish, template: { ...spanish.template, version: 99 } }],
    ['the template', { ...spanish, template: { ...spanish.template, name: 'other' } }],
    ['the wording in the same language', { ...spanish, template: { ...spanish.template, locale: 'en' } }],
  ])('is an update when it changes %s', async (_, changed) => {
    const visit = newDevice()
    await (await visit(agreement)).createLicense()
    expect((await visit(changed)).getSnapshot().needs).toBe('update')
  })

  it('is an update when its words change after the person has seen them', async () => {
    const visit = newDevice()
    await (await visit(agreement)).createLicense()
    expect((await visit(translated)).getSnapshot().needs).toBe('nothing')
    expect((await visit({ ...translated, compensation: '1 punto por cada recibo' })).getSnapshot().needs).toBe('update')
    expect((await visit(translated)).getSnapshot().needs).toBe('nothing')
    expect((await visit({ ...agreement, compensation: '1 point for each receipt' })).getSnapshot().needs).toBe('update')
  })

  it('is signed in the language on screen when the person changes a choice', async () => {
    const visit = newDevice()
    const purposes = ['analytics', { usecase: 'support' }] as const
    await (await visit({ ...agreement, purposes })).createLicense()
    const client = await visit({ ...translated, purposes })
    const license = await client.createLicense({ granted: ['support'] })
    expect(license.terms).toBe(client.terms())
    expect((await visit({ ...agreement, purposes })).getSnapshot().needs).toBe('nothing')
  })
})

// Regression: the terms were compiled before the change, and the record was built after it.
it('H3: signs the agreement as it was checked, whatever a script changes in it afterwards', async () => {
  const client = open(test)
  const { purposes, tags, company } = client.agreement
  expect(() => Object.assign(purposes[0] as object, { usecase: 'sale' })).toThrow(TypeError)
  expect(() => (purposes as unknown[]).push({ usecase: 'sale', destinations: ['*'], necessary: true })).toThrow(TypeError)
  expect(() => Object.assign(purposes[0]?.destinations ?? {}, { 0: '*' })).toThrow(TypeError)
  expect(() => (tags as string[]).push('location')).toThrow(TypeError)
  expect(() => Object.assign(company, { name: 'Other' })).toThrow(TypeError)
  expect(() => Object.assign((client.agreement as DefinedAgreement).template.tree[0] as object, { 0: 'p' })).toThrow(TypeError)
})
