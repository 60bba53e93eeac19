/** Reports an uncaught error to the page. jsdom has no `reportError`, so there a task throws the error. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
  else
    setTimeout(() => {
      throw error
    })
}
