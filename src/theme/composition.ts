/**
 * How a question is composed. `ledger`: the facts and the purposes are a table with rules. `letter`: one column, which begins with the
 * question and ends with a line to sign on. `card`: a card of one column with a picture at its top.
 */
export type Composition = 'ledger' | 'letter' | 'card'
