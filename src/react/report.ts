/** Tells the page of an error that nobody caught. Where there is no `reportError`, as under jsdom, a task throws it. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
  else
    setTimeout(() => {
      throw error
    })
}
