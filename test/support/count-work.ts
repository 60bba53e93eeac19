import type { Browser, CDPSession } from 'playwright-core'

/** What a page did until its terms were readable. The counts do not depend on the speed of the machine. */
export interface Work {
  /** Commits of the React root. */
  readonly commits: number
  /** Functions of the page that ran. Until the page is settled, one that also ran before counts twice. */
  readonly functions: number
  /** Calls of these functions. */
  readonly calls: number
  /** How often the text of the terms was compiled. */
  readonly compilations: number
  /** Rounds of SHA-3: one for each 136 bytes. */
  readonly hashRounds: number
}

/** Where to count, and until when. */
export interface WorkOptions {
  readonly url: string
  /** A selector. The page counts as readable in the frame in which an element matches and is visible. */
  readonly readable: string
  /** A selector. Also counts what the page does until an element matches, and the page is idle. */
  readonly settled?: string
}

/** What a page did until it was readable, and then until it was settled. */
export interface CountedWork {
  readonly readable: Work
  readonly settled: Work
}

/** The functions by which compilations and rounds of SHA-3 are counted. The page must be built without minified names. */
const COMPILES = 'fillTemplate'
const HASH_ROUNDS = 'keccakP'

/**
 * Loads a page in a new profile and counts its work with the precise coverage of Chromium. The page stops in a debugger while it is counted, so
 * that nothing runs in between.
 */
export async function countWork(browser: Browser, { url, readable, settled = readable }: WorkOptions): Promise<CountedWork> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Debugger.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await page.addInitScript(stopWhenReadable, [readable, settled, QUIET_MS] as const)
  const counted: Work[] = []
  const done = new Promise<void>((resolve, reject) => {
    session.on('Debugger.paused', () => {
      takeWork(session, url)
        .then(async (work) => {
          counted.push(work)
          await session.send('Debugger.resume')
          if (counted.length === 2) resolve()
        })
        .catch(reject)
    })
  })
  await page.goto(url)
  await done
  await context.close()
  const [first, second] = counted as [Work, Work]
  // The coverage counts from the last time that it was taken.
  return {
    readable: first,
    settled: {
      commits: second.commits,
      functions: first.functions + second.functions,
      calls: first.calls + second.calls,
      compilations: first.compilations + second.compilations,
      hashRounds: first.hashRounds + second.hashRounds,
    },
  }
}

async function takeWork(session: CDPSession, url: string): Promise<Work> {
  const { origin } = new URL(url)
  const { result } = await session.send('Profiler.takePreciseCoverage')
  const { result: commits } = await session.send('Runtime.evaluate', { expression: 'reactCommits', returnByValue: true })
  const functions = result
    // An inline script has the address of the page. It only requests the modules of HTML from a server.
    .filter((script) => script.url.startsWith(origin) && script.url !== url)
    .flatMap((script) => script.functions.map(({ functionName, ranges: [range] }) => ({ functionName, count: range?.count ?? 0 })))
    .filter(({ count }) => count > 0)
  const sumOf = (name: string) =>
    functions.filter(({ functionName }) => functionName === name).reduce((sum, { count }) => sum + count, 0)
  return {
    commits: commits.value,
    functions: functions.length,
    calls: functions.reduce((sum, { count }) => sum + count, 0),
    compilations: sumOf(COMPILES),
    hashRounds: sumOf(HASH_ROUNDS),
  }
}

/** How long a page has to do nothing until it counts as settled, in milliseconds. */
const QUIET_MS = 1000

/** Runs in the page before its scripts. */
function stopWhenReadable([readable, settled, quietMs]: readonly [string, string, number]): void {
  Object.assign(window, {
    reactCommits: 0,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount() {},
      onCommitFiberRoot() {
        Object.assign(window, { reactCommits: Number(Reflect.get(window, 'reactCommits')) + 1 })
      },
    },
  })
  const isVisible = (selector: string) => document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) === true
  const stopAtSettled = () => {
    if (!isVisible(settled)) requestAnimationFrame(stopAtSettled)
    else
      setTimeout(
        () =>
          requestIdleCallback(() => {
            // biome-ignore lint/suspicious/noDebugger: the counting test waits for it
            debugger
          }),
        quietMs,
      )
  }
  const stopAtReadable = () => {
    if (!isVisible(readable)) {
      requestAnimationFrame(stopAtReadable)
      return
    }
    // In the frame that paints the terms, before it is painted.
    // biome-ignore lint/suspicious/noDebugger: the counting test waits for it
    debugger
    stopAtSettled()
  }
  requestAnimationFrame(stopAtReadable)
}
