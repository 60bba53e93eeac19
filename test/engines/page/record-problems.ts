declare global {
  interface Window {
    /** The errors, warnings and CSP violations of this page. */
    problems: string[]
  }
}

/** Starts to record. It is a call, because `sideEffects` in package.json lets a bundler drop a bare import. */
export function recordProblems(): void {
  window.problems = []
  const record = (problem: string) => window.problems.push(problem)
  addEventListener('error', ({ message }) => record(`error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => record(`rejection: ${reason}`))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    record(`CSP: ${effectiveDirective} ${blockedURI}`),
  )
  for (const level of ['error', 'warn'] as const) {
    const write = console[level]
    console[level] = (...values: unknown[]) => {
      record(`console.${level}: ${values.map(String).join(' ')}`)
      write(...values)
    }
  }
}
