// The plugin in build/ replaces this module: the values are compiled from script/verify-page.ts and receipt-page.css.

/** The script of the receipt page, one minified classic script. The page is inert without it. */
export const PAGE_SCRIPT: string = ''

/** The style of the receipt page, minified. */
export const PAGE_STYLE: string = ''
