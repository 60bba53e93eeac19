declare global {
  interface Window {
    /** Whatever this page complained about since it began. */
    complaints: string[]
  }
}

/** Begins to note them. A call and not a mere import: package.json says that modules do nothing by being imported. */
export function noteComplaints(): void {
  window.complaints = []
  const complain = (what: string) => window.complaints.push(what)
  addEventListener('error', ({ message }) => complain(`error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => complain(`rejection: ${reason}`))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    complain(`CSP: ${effectiveDirective} ${blockedURI}`),
  )
  for (const level of ['error', 'warn'] as const) {
    const write = console[level]
    console[level] = (...said: unknown[]) => {
      complain(`console.${level}: ${said.map(String).join(' ')}`)
      write(...said)
    }
  }
}
