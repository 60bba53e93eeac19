import { usecasePatterns } from '../../../core/usecase-names/es.ts'
import type { LintWords } from '../../lint/lint-words.ts'

/** Spanish. */
export const lintWords: LintWords = {
  uses: usecasePatterns,
  withdrawal: /\bretira|\brevoca|\bdesist/,
  everyone: /\bcualquier (?:empresa|persona|tercero)|\bterceros de nuestra elección\b/,
  pressing:
    /\bperder|\bpierd|\brenunci|\bno (?:me importa|quiero|necesito)\b|\bme da igual\b|\bodio\b|\bme arrepent|\begoísta\b|\bno, gracias,/,
  reference: /\b(?:sección|cláusula|artículo|apartado)\s+(\d+)/,
}
