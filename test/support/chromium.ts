import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { getuid } from 'node:process'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const INSTALL_TIMEOUT_MS = 300_000
/** How long an installation waits while another program installs packages. */
const LOCK_TIMEOUT_SECONDS = 120

/**
 * The arguments of every Chromium in the tests. They turn off background requests,
 * so that a log of requests contains only requests of the page.
 */
export const chromiumArguments: readonly string[] = [
  ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  // Debian's Chromium draws with a GPU that the processor simulates, which takes a tenth of its time.
  '--disable-gpu',
  // A machine without a mouse has no `hover`, and every test presses with one.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2',
  '--touch-events=enabled',
  '--disable-features=OptimizationHints,Translate,MediaRouter,DialMediaRouteProvider',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function* candidates(): Generator<string> {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) for (const name of NAMES) yield join(directory, name)
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  if (existsSync(cache)) {
    const builds = readdirSync(cache).filter((name) => name.startsWith('chromium-'))
    for (const build of builds.sort().reverse()) {
      yield join(cache, build, 'chrome-linux64', 'chrome')
      yield join(cache, build, 'chrome-linux', 'chrome')
      yield join(cache, build, 'chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium')
    }
  }
  yield '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
}

/** Returns the path of an installed Chromium: `CHROMIUM_PATH`, then the system's, then Playwright's. Installs nothing. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM_PATH is ${named}, which is not a program, so no browser test ran. Correct it or unset it.`)
  }
  for (const path of candidates()) if (isExecutable(path)) return path
  return undefined
}

/** Returns the path of Chromium. As root on Debian, installs it first if it is missing. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  if (getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing Debian’s package.')
    installDebianPackages('chromium')
    const installed = findChromium()
    if (installed !== undefined) return installed
  }
  throw new Error('No Chromium was found, so no browser test ran. Install Chromium or Google Chrome, or set CHROMIUM_PATH.')
}

/** Installs Debian packages. Called only as root, and only for programs that a test needs. */
export function installDebianPackages(...packages: readonly string[]): void {
  const options = {
    stdio: 'inherit',
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  const aptGet = (...args: readonly string[]) =>
    execFileSync('apt-get', ['-qq', '-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_SECONDS}`, ...args], options)
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', ...packages)
}
