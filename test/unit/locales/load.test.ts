import { describe, expect, it } from 'vitest'
import { en } from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import { loadMessages } from '../../../src/locales/load.ts'
import ptBR from '../../../src/locales/pt-BR.ts'

describe('loadMessages', () => {
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
  ] as const)('returns for %j the catalog and the locale %s', async (wanted, locale, messages) => {
    expect(await loadMessages(wanted)).toEqual({ locale, messages })
  })
})
