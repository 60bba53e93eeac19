import type { Browser, Page } from 'playwright-core'

/** An event of Chromium's trace. Times are in microseconds; `tdur` is processor time of the thread. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly data?: { readonly type?: string } }
}

/** What Chromium calls one task of a thread, and the parts of a task that run script. */
const TASK = 'ThreadControllerImpl::RunTask'
const SCRIPT = /^(?:EvaluateScript|FunctionCall|RunMicrotasks|v8\.(?:compile|compileModule|evaluateModule))$/
const CATEGORIES = ['toplevel', 'loading', 'devtools.timeline', 'blink.user_timing', 'v8']

/** Processor time of a main thread, in milliseconds. */
export interface Spent {
  readonly tasks: number
  /** The part of it that is script. */
  readonly script: number
}

/** What one main thread did in a trace. Its processor time does not depend on what else the machine does. */
export class MainThread {
  readonly #events: readonly TraceEvent[]

  /** @param name An event that only this main thread has. */
  constructor(events: readonly TraceEvent[], name: string) {
    const known = events.find((event) => event.name === name)
    if (known === undefined) throw new Error(`The trace has no event "${name}".`)
    this.#events = events.filter(({ pid, tid }) => pid === known.pid && tid === known.tid).sort((a, b) => a.ts - b.ts)
  }

  /** Returns the time of an event with this name, and this type if one is given. It is the first one at or after `from`. */
  timeOf(name: string, { type, from = 0 }: { readonly type?: string; readonly from?: number } = {}): number {
    const found = this.#events.find(
      (event) => event.name === name && event.ts >= from && (type === undefined || event.args.data?.type === type),
    )
    if (found === undefined) throw new Error(`The trace has no event "${name}" ${type ?? ''}.`)
    return found.ts
  }

  /** Returns what the tasks that began between two times cost. */
  spent(from: number, until: number): Spent {
    const within = this.#events.filter(({ ts, dur = 0 }) => ts + dur > from && ts <= until)
    return {
      tasks: sumOuter(within.filter(({ name }) => name === TASK)),
      script: sumOuter(within.filter(({ name }) => SCRIPT.test(name))),
    }
  }
}

/** Records what the page does while `run` runs. */
export async function traceEvents(browser: Browser, page: Page, run: () => Promise<void>): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await run()
  const trace = await browser.stopTracing()
  return JSON.parse(trace.toString()).traceEvents
}

/** Sums the processor time of events, without those that are inside another one. */
function sumOuter(events: readonly TraceEvent[]): number {
  let [sum, end] = [0, 0]
  for (const { ts, dur = 0, tdur = 0 } of events)
    if (ts >= end) {
      sum += tdur / 1000
      end = ts + dur
    }
  return sum
}
