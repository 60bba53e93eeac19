import { describe, expect, it } from 'vitest'
import { createLater } from '../../../src/client/later.ts'

describe('code that loads later', () => {
  it('loads once for all calls that wait, in the order of the calls', async () => {
    let loads = 0
    const done: string[] = []
    const later = createLater('code', async () => ++loads, String)
    expect(later.loaded).toBeUndefined()
    await Promise.all(['first', 'second'].map((name) => later.run(async (loaded) => done.push(`${name} ${loaded}`))))
    expect(done).toEqual(['first 1', 'second 1'])
    expect(await later.load()).toBe('1')
  })

  it('runs a call in its own task once it has loaded', async () => {
    const later = createLater('code', async () => 'module', String)
    await later.load()
    let ran = false
    void later.run(async () => {
      ran = true
    })
    expect(ran).toBe(true)
  })

  it('rejects the calls that wait when it does not load, and loads again for the next call', async () => {
    let isOnline = false
    const later = createLater(
      'signing engine',
      async () => {
        if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
        return 'module'
      },
      String,
    )
    const failure = { code: 'code_unavailable', message: expect.stringContaining('signing engine') }
    await expect(later.run(async () => {})).rejects.toMatchObject(failure)
    expect(later.loading).toBeUndefined()
    isOnline = true
    expect(await later.load()).toBe('module')
  })

  it('rejects with the error of what is created, and creates it again for the next call', async () => {
    let isValid = false
    const later = createLater(
      'code',
      async () => 'module',
      (module) => {
        if (!isValid) throw new RangeError('wrong configuration')
        return module
      },
    )
    await expect(later.load()).rejects.toThrow('wrong configuration')
    isValid = true
    expect(await later.load()).toBe('module')
  })

  it('creates nothing after it is closed, and rejects the calls that wait', async () => {
    let created = 0
    const later = createLater(
      'code',
      async () => 'module',
      () => ++created,
    )
    const waiting = later.load()
    later.close()
    await expect(waiting).rejects.toMatchObject({ code: 'closed' })
    await expect(later.load()).rejects.toMatchObject({ code: 'closed' })
    expect([created, later.loaded, later.isClosed]).toEqual([0, undefined, true])
  })
})
