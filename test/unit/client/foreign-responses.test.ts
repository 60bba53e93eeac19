import { describe, expect, it } from 'vitest'
import { PROBLEM_TYPE } from '../../../src/protocol/problem.ts'
import { newUserId, openService, until } from '../../fixtures/client.ts'
import { FastTime } from '../../fixtures/fast-time.ts'

const shared = await openService()
const { test } = shared

const open: typeof shared.open = (service, options) => {
  const time = new FastTime(Date.now())
  return shared.open(service, { now: time.now, schedule: time.schedule, prewarm: 'none', ...options })
}

const PAGE = '<!doctype html><title>Log in to the airport</title>'
const HTML = { 'content-type': 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }
const PROBLEM = { 'content-type': PROBLEM_TYPE }
const PATHS = ['/api/latest/auth/token', '/user', '/license/create']
const STATUSES = [400, 401, 403, 404, 405, 407, 409, 411, 413, 415, 451, 511]

describe('wire decisions, amendment 22: a response without a problem document of the service', () => {
  // Regression: a proxy that answered 401, 404, 405 or 413 ended a signed agreement, and the person read that the service had refused it.
  it.each(PATHS)('ends no signed agreement or withdrawal at %s, whatever its status', async (path) => {
    const client = open(test)
    for (const status of STATUSES) {
      test.faults.add({ kind: 'alter', alter: () => new Response(PAGE, { status, headers: HTML }) }, { path })
      expect((await client.createLicense()).status, String(status)).toBe('active')
      test.faults.add({ kind: 'alter', alter: () => new Response(PAGE, { status, headers: HTML }) }, { path })
      expect((await client.revokeLicense()).status, String(status)).toBe('revoked')
      expect(client.getSnapshot().error).toBeUndefined()
    }
  })

  it.each<[string, object, string]>([
    ['JSON with a code of the service, but another type', JSON_TYPE, '{"code":"invalid_license"}'],
    ['JSON with an OAuth error, at a path without one', JSON_TYPE, '{"error":"insufficient_scope"}'],
    ['a problem document of another service', PROBLEM, '{"type":"about:blank","title":"Forbidden","status":403}'],
    ['a problem document with an unknown code', PROBLEM, '{"code":"quota_exceeded"}'],
    ['an empty problem document', PROBLEM, ''],
  ])('is temporary with %s', async (_, headers, body) => {
    const client = open(test)
    const alter = () => new Response(body, { status: 403, headers: { ...headers } })
    test.faults.add({ kind: 'alter', alter }, { path: '/license/create' })
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    expect(client.getSnapshot().pending?.lastError).toMatchObject({ code: 'invalid_response', status: 403 })
    expect((await creating).status).toBe('active')
  })

  it('counts as one of the service with the media type in capitals and with parameters', async () => {
    const client = open(test)
    const headers = { 'content-type': 'Application/Problem+JSON; charset=utf-8' }
    const alter = () => new Response('{"code":"invalid_license"}', { status: 400, headers })
    test.faults.add({ kind: 'alter', alter }, { path: '/license/create' })
    await expect(client.createLicense()).rejects.toMatchObject({ code: 'invalid_license' })
  })
})

describe('wire decisions, amendment 22: a second invalid_token for the same request', () => {
  // Regression: the clock of a device jumped twice while it sent an agreement. The second rejected token ended the agreement.
  it.each(['/user', '/license/create'])('G5: postpones the decision at %s', async (path) => {
    const client = open(test, { userId: newUserId() })
    test.faults.add({ kind: 'status', status: 401, code: 'invalid_token' }, { path, times: 2 })
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    const { lastError } = client.getSnapshot().pending ?? {}
    expect(lastError).toMatchObject({ code: 'invalid_token', message: expect.stringContaining('is saved') })
    expect((await creating).status).toBe('active')
    expect(client.getSnapshot().error).toBeUndefined()
  })
})
