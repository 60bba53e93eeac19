import { usecasePatterns } from '../../../core/usecase-names/ar.ts'
import type { LintWords } from '../../lint/lint-words.ts'

/** Arabic. */
export const lintWords: LintWords = {
  uses: usecasePatterns,
  withdrawal: /سحب|تسحب|إلغاء الموافقة/,
  everyone: /أي شركة|أي شخص|أي طرف ثالث/,
  pressing: /لا يهمني|لا أريد|سأخسر|خسارة|تفويت|أفوت|سأندم|أناني/,
  reference: /(?:البند|القسم|المادة)\s+(\d+)/,
}
