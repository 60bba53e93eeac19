import { describe, expect, it } from 'vitest'
import { en } from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import { loadMessages } from '../../../src/locales/load.ts'
import ptBR from '../../../src/locales/pt-BR.ts'

describe('loading the words of a language', () => {
  it.each([
    ['es', 'es', es],
    ['es-MX', 'es-MX', es],
    ['pt', 'pt', ptBR],
    ['PT-br', 'PT-br', ptBR],
    [['tlh', 'es-AR', 'en'], 'es-AR', es],
    ['tlh', 'en', en],
    [[], 'en', en],
    ['constructor', 'en', en],
    ['', 'en', en],
  ] as const)('of %j gives the words for %s', async (wanted, locale, messages) => {
    expect(await loadMessages(wanted)).toEqual({ locale, messages })
  })
})
