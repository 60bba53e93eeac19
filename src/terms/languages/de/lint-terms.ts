import type { TermWords } from '../../lint/lint-words.ts'

/** How German contracts write defined terms: nouns have a capital letter, and an adjective before one has it only in a term. */
export const terms: TermWords = {
  candidate:
    /(?<=\p{Ll},? )\p{Lu}\p{Ll}{2,20}(?:iert|igt|bunden|lich|bar|sam|ndet|tet|zt|nnt|lt)e[nrsm]? \p{Lu}\p{Ll}{2,30}(?!\p{L})/gu,
  names: /(?:Union|Bank|Kreuz|Wirtschaftsraum|Republik|Kommission|Gerichtshof|Staaten|Nationen|Königreich|Damen|Herren)$/u,
  pronoun: /^(?:Sie|du|ihr|wir|uns)$/iu,
}
