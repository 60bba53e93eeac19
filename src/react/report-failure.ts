import { report } from './report.ts'

/** Reports a failure inside of a component to the page. The components use this module, because `report.ts` is published with the client. */
export function reportFailure(cause: unknown): void {
  report(cause)
}
