/**
 * Makes the id of a heading from its text: small letters and digits of any script, joined by hyphens.
 *
 * The tree of `compileTermsTree()` carries these ids, the lines of `summarize()` name them, and a renderer of the Markdown gets the same ones
 * by applying this to the text of each heading.
 */
export declare function headingId(text: string): string
