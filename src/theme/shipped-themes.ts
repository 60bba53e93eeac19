import type { Theme } from './theme.ts'
import { bank } from './themes/bank.ts'
import { card } from './themes/card.ts'
import { editorial } from './themes/editorial.ts'
import { highContrast } from './themes/high-contrast.ts'
import { ledger } from './themes/ledger.ts'
import { letter } from './themes/letter.ts'
import { plain } from './themes/plain.ts'
import { warm } from './themes/warm.ts'

/** The themes of `licet/themes/*` by name. */
export const SHIPPED_THEMES: Readonly<Record<string, Theme>> = {
  plain,
  warm,
  bank,
  editorial,
  ledger,
  letter,
  card,
  'high-contrast': highContrast,
}
