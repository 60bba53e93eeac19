/** Whether this is `npm run test:long`. */
export const isLong = process.env.LICET_LONG === 'true'

/** How often a test does something: what is asked for in the long run, else what there is time for. */
export const countOf = (asked: number, usual: number): number => (isLong ? asked : usual)

/** A count as it stands in a title: `npm run test:long` lists the tests that have a thousand and more. */
export const inTitle = (count: number): string => count.toLocaleString('en')
