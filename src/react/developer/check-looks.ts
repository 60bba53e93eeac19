/** A ref that reports to a developer, once, that the buttons in an element have lost their looks. A production build checks nothing. */
export function checkLooks(choices: Element | null): void {
  if (process.env.NODE_ENV === 'production' || choices === null) return
  import('./lost-looks.ts').then((module) => module.reportLostLooks(choices)).catch(() => {})
}

/**
 * Looks for what covers or alters the decision now, and returns a function that reports it to a developer. A production build looks for
 * nothing.
 */
export function findCover(decision: Element): (() => void) | undefined {
  if (process.env.NODE_ENV === 'production') return undefined
  const found = import('./report-cover.ts').then((module) => module.findCover(decision)).catch(() => {})
  return () => void found.then((report) => report?.())
}

/** Reports to a developer, once, that the text of a part is hard to read on the background of the page. A production build checks nothing. */
export function checkContrast(root: Element | null): void {
  if (process.env.NODE_ENV === 'production' || root === null) return
  import('./low-contrast.ts').then((module) => module.reportLowContrast(root)).catch(() => {})
}
