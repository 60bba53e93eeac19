import { type TextChange } from './diff-tokens.ts'
/** What became of one clause: a heading and what follows it, up to the next heading. */
export interface ClauseDiff {
  readonly change: 'same' | 'added' | 'removed' | 'changed'
  /** It stands at another place among the clauses that both texts have. */
  readonly moved: boolean
  /** Its heading, without marks; empty for what stands before the first. */
  readonly heading: string
  /** Which clause of the first text it was, from 0; absent when added. */
  readonly from?: number
  /** Which clause of the second text it is, from 0; absent when removed. */
  readonly to?: number
  /** Its Markdown, step by step. */
  readonly parts: readonly TextChange[]
}
/** How a text became another. */
export interface TermsDiff {
  /** In the order of the second text, with removed clauses where they stood. */
  readonly clauses: readonly ClauseDiff[]
  /** Not one byte differs. */
  readonly same: boolean
}
/** Longest text in UTF-16 units that is compared. */
export declare const MAX_DIFF_LENGTH: number
/**
 * Compares two texts of terms: clauses added, removed, moved, and changed word by word.
 *
 * Two texts of 200 kB take less than 200 ms; in a browser prefer {@link diffTermsAsync}.
 *
 * @throws {LicetError} `payload_too_large` for a text beyond 2 MiB characters.
 */
export declare function diffTerms(from: string, to: string): TermsDiff
/** What {@link diffTermsAsync} takes beside the texts. */
export interface DiffTermsAsyncOptions {
  /** Lets others work between two slices. Default: a timer of 0 ms. */
  readonly pause?: () => Promise<void>
  readonly signal?: {
    readonly aborted: boolean
  }
}
/**
 * The same as {@link diffTerms}, in slices of a few milliseconds, so that a page stays responsive.
 *
 * @throws {LicetError} `aborted`, or `payload_too_large`.
 */
export declare function diffTermsAsync(from: string, to: string, options?: DiffTermsAsyncOptions): Promise<TermsDiff>
/**
 * Applies a diff to the text that it was made from; the result is the other text.
 *
 * @throws {LicetError} `terms_changed` when the text is another one.
 */
export declare function applyTermsDiff(from: string, diff: TermsDiff): string
