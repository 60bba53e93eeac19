import type { Tier } from './counts.ts'

/** The parts of one lane run one after another. */
export const LANES = ['node', 'browser'] as const
export type Lane = (typeof LANES)[number]

/** One part of a tier: Vitest projects that run in one process and are reported together. */
export interface Part {
  readonly title: string
  readonly tier: Tier
  readonly projects: readonly string[]
  /** How many test files run at the same time, where a part shares the cores with another lane. Default: one for each core. */
  readonly maxWorkers?: string
  /** Runs on another version of Node than this one, from the npm registry: `20.19.0`, or the newest `24`. */
  readonly node?: string
  /** Parts of different lanes run at the same time. A part of lane `either` runs in the one that is free first. Default: `node`. */
  readonly lane?: Lane | 'either'
  /** Runs only when it is named. */
  readonly isOnDemand?: boolean
  /** Needs `dist`, so it waits for the build. */
  readonly needsBuild?: boolean
}

const part = (tier: Tier, title: string, projects: readonly string[], more: Partial<Part> = {}): Part => ({
  title,
  tier,
  projects,
  ...more,
})

/** Takes the part that a free lane runs next: the first of this lane, then the first of lane `either`. */
export function takePart(waiting: Part[], lane: Lane): Part | undefined {
  const firstOf = (wanted: Part['lane']) => waiting.findIndex((each) => (each.lane ?? 'node') === wanted)
  const at = [firstOf(lane), firstOf('either')].find((index) => index >= 0)
  return at === undefined ? undefined : waiting.splice(at, 1)[0]
}

/** `npm run test:quick`. */
export const QUICK: readonly Part[] = [
  part('quick', 'unit and property tests, the service on one world', ['unit', 'conformance']),
  part('quick', 'style, types, language', ['checks'], { needsBuild: true, lane: 'browser' }),
]

/** `npm test`. */
export const USUAL: readonly Part[] = [
  part('usual', 'tests in Chromium', ['browser'], { lane: 'browser' }),
  part('usual', 'stories', ['stories'], { needsBuild: true, lane: 'browser' }),
  part('usual', 'end to end', ['e2e'], { needsBuild: true, lane: 'browser' }),
  part('usual', 'style, types, unused code, language', ['checks'], { needsBuild: true }),
  part('usual', 'unit and property tests', ['unit'], { maxWorkers: '50%' }),
  part('usual', 'the service', ['conformance', 'server'], { needsBuild: true, maxWorkers: '50%' }),
  part('usual', 'the package as it is published', ['package'], { needsBuild: true, lane: 'either' }),
]

/** The projects of the stories: one for each run in vite.config.ts. */
const STORY_PROJECTS = [
  ...['stories', 'stories-dark', 'stories-right-to-left', 'stories-narrow', 'stories-large-text', 'stories-more-contrast'],
  'stories-themes',
]

/** What runs on another version of Node. By default the tests without a browser, and the packed tarball. */
const onNode = (node: string, projects: readonly string[] = ['unit', 'conformance', 'server', 'install']): Part =>
  part('usual', `${projects.join(', ')} on Node ${node}`, projects, { node, needsBuild: true, lane: 'either' })

/** `npm run test:full -- <name> …`: each part runs alone; without a name, all of them run. */
export const FULL = {
  unit: part('full', 'unit and property tests with every count in full', ['unit']),
  conformance: part('full', 'the service on two databases with two implementations of the cryptography', ['conformance']),
  server: part('full', 'the service as a process, with every count in full', ['server'], { needsBuild: true }),
  faults: part('full', 'the service and PostgreSQL under load while they fail', ['faults'], { needsBuild: true }),
  citus: part('full', 'the service on a Citus cluster, whose coordinator CITUS_URL names', ['citus'], { isOnDemand: true }),
  pooler: part('full', 'the service behind PgBouncer in transaction mode', ['pooler'], { needsBuild: true }),
  browser: part('full', 'tests in Chromium with every combination', ['browser'], { lane: 'browser' }),
  stories: part('full', 'every story in six environments, and its contrast in six themes', STORY_PROJECTS, {
    needsBuild: true,
    lane: 'browser',
  }),
  pictures: part('full', 'pictures of the stories, compared with those in git', ['pictures', 'pictures-dark', 'pictures-small'], {
    needsBuild: true,
    lane: 'browser',
  }),
  package: part('full', 'the package as it is published, with every case', ['package'], { needsBuild: true, lane: 'either' }),
  installed: part('full', 'the packed tarball, installed and built, with React 18 and 19', ['install', 'installed'], {
    needsBuild: true,
    lane: 'either',
  }),
  apps: part('full', 'apps with the tarball: three frameworks, ten style systems, the quick starts', ['apps'], {
    needsBuild: true,
    lane: 'either',
  }),
  e2e: part('full', 'end to end', ['e2e'], { needsBuild: true, lane: 'browser' }),
  engines: part('full', 'the journeys on Chromium, Firefox and WebKitGTK', ['engines'], { needsBuild: true, lane: 'browser' }),
  node20: onNode('20.19.0'),
  node22: onNode('22.12.0'),
  node24: onNode('24'),
  install24: onNode('24', ['install']),
  node26: onNode('26'),
} as const satisfies Record<string, Part>

export type FullPart = keyof typeof FULL

/** The parts of the full tier that `.ci/run` runs, with the counts and cases of `npm test`. */
export const CI_PARTS: readonly FullPart[] = ['installed', 'engines', 'install24']

/**
 * All parts of `.ci/run`. Between two runs, one lane would wait for the other, and a core would be idle. The longest part of lane `either` is
 * first, so that both lanes end at nearly the same time.
 */
export const CI: readonly Part[] = [...CI_PARTS.map((name) => ({ ...FULL[name], tier: 'usual' as const })), ...USUAL]
