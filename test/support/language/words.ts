/** A word that Licet does not use, with what to write instead. */
export interface RefusedWord {
  readonly pattern: RegExp
  readonly instead: string
}

const refuse = (pattern: RegExp, instead: string): RefusedWord => ({ pattern, instead })

/**
 * Words that readers whose first language is not English may not know, or that have a more usual technical equivalent.
 * docs/contributing.md describes the other rules.
 */
export const REFUSED_WORDS: readonly RefusedWord[] = [
  refuse(/\bmend(?:s|ed|ing)?\b/i, '"fix"'),
  refuse(/\bwants\b/i, '"requires" or "needs"'),
  refuse(/\b(?:hold|held) (?:that|by a test)\b/i, '"test that" or "assert"'),
  refuse(/\bbef(?:all|alls|ell|allen)\b/i, '"happens to"'),
  refuse(/\bwhat (?:\w+ )?(?:becomes?|became|comes?|came) of\b/i, '"the result", "the outcome" or "what happened to"'),
  refuse(/\bhalf that signs\b/i, '"the signing engine"'),
  refuse(/\bheavy\b/i, '"large", "slow" or "the signing engine"'),
  refuse(/\bwhoever\b/i, 'the person by name: "the caller", "the user", "the host app"'),
  refuse(/\bwho asks\b/i, '"the caller"'),
  refuse(/\bwhose (?:it is|they are)\b/i, '"the owner"'),
  refuse(/\bbeyond this machine\b/i, '"on a public address"'),
  refuse(/\b(?:is|are|was|were|be|been) away\b/i, '"unavailable"'),
  refuse(/\bwell (?:again|by itself)\b/i, '"available again" or "recovers automatically"'),
  refuse(/\bof one[’']s own\b/i, '"custom", "separate" or "own" before the noun'),
  refuse(/\bon paper\b/i, '"in print"'),
  refuse(/\bsunken\b/i, '"recessed"; the token is `sunken`, in backticks'),
  refuse(/\bsecond voice\b/i, '"secondary text"'),
  refuse(/\bthat there (?:is|are)\b/i, '"any existing …" or "every …"'),
  refuse(/\bthe row\b/i, '"the record"; for the row of a table, "its row" or "this row"'),
  refuse(/\bthe (?:face|house|voice|look)\b/i, 'the thing itself: "the API", "the code base", "the tone", "the theme"'),
  refuse(/\bformer(?:ly)?\b/i, '"previous", "earlier" or "old"'),
  refuse(/\b(?:that|those) of\b/i, 'the noun again'),
  refuse(
    /, also (?:a|an|another|as|at|each|every|its|their|by|for|from|if|in|of|on|one|the|those|to|when|where|while|with|without|after|before)\b/i,
    '"including …", "even …" or "as well"',
  ),
  refuse(
    /\bof (?:its|their|your|our) own(?=[^\w\s]|\s*$|\s(?:and|or|in|on|for|with|at|as|by|to|from|is|are|has|have|that|which|when|while|without|of|can|the|a|after|before)\b)/i,
    '"separate", or "own" before the noun',
  ),
  refuse(/\bends (?:by itself\b|with (?:exit )?(?:code )?\d)/i, '"exits", "exits with code 2"'),
  refuse(/\bno more\b(?! (?:\w+ )?than\b)/i, '"no longer", or "no further" before a noun'),
  refuse(/\bat once\b/i, '"immediately" or "at the same time"'),
  refuse(/\b(?:is|are|was|were) over(?=[.,;:)]|\s*$| and\b)/i, '"has expired" or "has ended"'),
  refuse(/\bat the begin\b/i, '"at the start"'),
  refuse(/\bAfter this page\b/i, '"This guide shows how to …"'),
  refuse(/\bthis holds (?:for|in|on|of|too|also)\b/i, '"this applies to …"'),
  refuse(/\bprocess of root\b/i, '"a root process"'),
  refuse(
    /\b(?:which|that|it|who|page|message|error|header|answer|response|list|log|line|table|field|member|issue) (?:names|states) (?:the|a|an|it|its|them|each|every|all|what|which|one|no|this|both)\b/i,
    '"lists", "says", "gives" or "contains"',
  ),
  refuse(/\bthe ones? of\b/i, 'the noun again'),
  refuse(/\b(?:a|an) \w+ of (?:ours|yours|theirs)\b/i, '"our", "your" or "their" before the noun'),
  refuse(/\bin clear\b/i, '"unencrypted"'),
  refuse(/\b(?:no|not|never|nothing|nobody)\b[^.;:]{1,40} any more\b/i, '"no longer" or "any longer"'),
]
