/** A ref that reports to a developer, once, that the buttons in an element have lost their looks. A production build checks nothing. */
export function checkLooks(choices: Element | null): void {
  if (process.env.NODE_ENV === 'production' || choices === null) return
  import('./lost-looks.ts').then((module) => module.reportLostLooks(choices)).catch(() => {})
}

/** Reports to a developer what covers or alters the decision, once for each element. A production build reports nothing. */
export function checkCover(decision: Element | null): void {
  if (process.env.NODE_ENV === 'production' || decision === null) return
  import('./report-cover.ts').then((module) => module.reportCover(decision)).catch(() => {})
}

/** Reports to a developer, once, that the text of a part is hard to read on the background of the page. A production build checks nothing. */
export function checkContrast(root: Element | null): void {
  if (process.env.NODE_ENV === 'production' || root === null) return
  import('./low-contrast.ts').then((module) => module.reportLowContrast(root)).catch(() => {})
}
