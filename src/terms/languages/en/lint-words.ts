import { usecasePatterns } from '../../../core/usecase-names/en.ts'
import type { LintWords } from '../../lint/lint-words.ts'

/** English. */
export const lintWords: LintWords = {
  uses: usecasePatterns,
  withdrawal: /\bwithdraw|\brevoke|\btake back|\bopt out/,
  everyone: /\bany (?:company|person|third part)|\banyone\b|\bthird parties of our choice\b/,
  pressing:
    /\bmiss(?:ing)? out\b|\blos(?:e|ing)\b|\bgiv(?:e|ing) up\b|\bi (?:don['’]t|do not) (?:care|want|like|need)\b|\bi hate\b|\bback off\b|\bregret\b|\bselfish\b|\blet (?:us|them|everyone) down\b|\bno thanks,/,
  reference: /\b(?:section|clause|article|paragraph)\s+(\d+)/,
}
