import type { CpuProfile, ProfileNode } from './profile.ts'

const WIDTH = 1200
const ROW = 17
/** Narrower functions are not drawn. */
const MIN_WIDTH = 1.2
const CHAR_WIDTH = 6.2
const NOT_WORK = new Set(['(idle)', '(program)'])

/** The colors by the origin of a function. The first pattern that matches its file counts. */
const COLORS: readonly (readonly [name: string, file: RegExp, color: string])[] = [
  ['pg', /node_modules\/pg/, '#9cc5e8'],
  ['Hono', /node_modules\/(?:@hono|hono)/, '#d9b8e8'],
  ['other packages', /node_modules/, '#cfcfcf'],
  ['Node.js', /^node:/, '#bfe0b0'],
  ['this package', /./, '#f6c177'],
  ['V8', /^$/, '#e6e6e6'],
]

/** A function with its callers, and the time in microseconds that it and the functions it called ran. */
interface Frame {
  readonly name: string
  readonly file: string
  time: number
  readonly children: Map<string, Frame>
}

/** Draws a CPU profile as an SVG: the width of a function is its share of the processor time, its callers are below it. */
export function drawFlameGraph(profile: CpuProfile, title: string): string {
  const root = toFrames(profile)
  const depth = depthOf(root)
  const height = (depth + 3) * ROW
  const shapes: string[] = []
  const draw = (frame: Frame, x: number, level: number) => {
    const width = (frame.time / root.time) * WIDTH
    if (width < MIN_WIDTH) return
    const y = height - (level + 1) * ROW
    const share = ((frame.time / root.time) * 100).toFixed(1)
    const color = COLORS.find(([, file]) => file.test(frame.file))?.[2] ?? '#fff'
    const label = frame.name.slice(0, Math.max(0, Math.floor((width - 4) / CHAR_WIDTH)))
    shapes.push(
      `<g><title>${escapeXml(`${frame.name} ${frame.file} ${share} %`)}</title>` +
        `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${color}"/>` +
        `${label.length < 3 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escapeXml(label)}</text>`}</g>`,
    )
    let left = x
    for (const child of [...frame.children.values()].sort((a, b) => b.time - a.time)) {
      draw(child, left, level + 1)
      left += (child.time / root.time) * WIDTH
    }
  }
  draw(root, 0, 0)
  const legend = COLORS.map(
    ([name, , color], n) =>
      `<rect x="${n * 130 + 4}" y="${ROW + 4}" width="10" height="10" fill="${color}"/><text x="${n * 130 + 18}" y="${ROW + 13}">${name}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="4" y="14" font-weight="bold">${escapeXml(title)}</text>`,
    ...legend,
    ...shapes,
    '</svg>\n',
  ].join('\n')
}

/** Merges the calls of a profile by function and callers. Leaves out the time in which the program waited. */
function toFrames({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const root: Frame = { name: 'all', file: '', time: 0, children: new Map() }
  samples.forEach((id, at) => {
    const stack = stackOf(id, byId, parents)
    if (stack.some(({ callFrame }) => NOT_WORK.has(callFrame.functionName))) return
    const time = timeDeltas[at] ?? 0
    root.time += time
    let frame = root
    for (const { callFrame } of stack) {
      const file = shorten(callFrame.url)
      const name = callFrame.functionName || '(anonymous)'
      const key = `${name} ${file} ${callFrame.lineNumber}`
      const child = frame.children.get(key) ?? { name, file, time: 0, children: new Map<string, Frame>() }
      frame.children.set(key, child)
      child.time += time
      frame = child
    }
  })
  return root
}

/** Returns the functions of a sample from the outermost, without V8’s own root. */
function stackOf(id: number, byId: ReadonlyMap<number, ProfileNode>, parents: ReadonlyMap<number, number>): ProfileNode[] {
  const stack: ProfileNode[] = []
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const node = byId.get(at)
    if (node !== undefined && node.callFrame.functionName !== '(root)') stack.unshift(node)
  }
  return stack
}

/** Returns a file without the folder that the project is in. */
function shorten(url: string): string {
  return url.replace(/^file:.*?\/(?=node_modules\/|dist\/|test\/)/, '')
}

function depthOf({ children }: Frame): number {
  return 1 + Math.max(0, ...[...children.values()].map(depthOf))
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
