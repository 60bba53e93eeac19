/** A part of the path of a turn, such as an owner. */
export interface TurnPart {
  readonly name: string
  /** Returns how many with the same start of the path may have a turn at the same time. Default: no separate limit. */
  readonly limit?: (() => number) | undefined
}

/** Who waits for a turn or has one, by a path such as kind of work, owner, sender. Lines exist while somebody is in them. */
export interface Turns<T> {
  /** How many wait. */
  readonly waiting: number
  /** Returns how many of this path wait. */
  countWaiting(path: readonly TurnPart[]): number
  /** Adds one that waits. `cost` is its part of the processor time, in any unit. All of the same path have the same cost. */
  add(path: readonly TurnPart[], item: T, cost: number): void
  /** Removes one that waits. */
  leave(item: T): void
  /** Gives the next turn, if there is a free one and somebody may have it. */
  startNext(): T | undefined
  /** Ends a turn. */
  end(item: T): void
  /** Returns whether one more of this path would be the last of the longest line. */
  wouldBeLast(path: readonly TurnPart[]): boolean
  /** Returns the one that came last into the longest line. Among equal lines it is the newest line. */
  findLastOfLongest(): T | undefined
}

/** All that share the start of a path. Only lines of a whole path have items. */
interface Line<T> extends TurnPart {
  readonly parent: Line<T> | undefined
  readonly cost: number
  readonly parts: Map<string, Line<T>>
  readonly items: T[]
  active: number
  waiting: number
  /** The start tag of its next turn, in the virtual time of the parent. */
  startTag: number
  /** The start tag of the last turn of its parts. */
  virtualTime: number
}

/**
 * Creates an empty set of turns, of which `limit` can be taken at the same time.
 *
 * The order is start-time fair queuing: Goyal, Vin and Cheng, "Start-time Fair Queueing", SIGCOMM 1996, with a hierarchy of lines as in
 * section 3, and with several turns at the same time as in Jin, Chase and Kaur, "Interposed Proportional Sharing for a Storage Service
 * Utility", SIGMETRICS 2004. Each turn moves the start tag of its line forward by its cost, and the line with the lowest start tag is
 * next. So lines that wait get equal sums of cost. A line that had nobody, or that a limit held back, continues at the virtual time: it
 * saves up nothing.
 */
export function createTurns<T>(limit: number): Turns<T> {
  const root = createLine<T>(undefined, { name: '', limit: () => limit }, 0)
  const lineOf = new Map<T, Line<T>>()

  return {
    get waiting() {
      return root.waiting
    },
    countWaiting(path) {
      let line: Line<T> | undefined = root
      for (const { name } of path) line = line?.parts.get(name)
      return line?.waiting ?? 0
    },
    add(path, item, cost) {
      let line = root
      for (const part of path) {
        const next = line.parts.get(part.name) ?? createLine(line, part, cost)
        line.parts.set(part.name, next)
        line = next
      }
      line.items.push(item)
      lineOf.set(item, line)
      for (const each of upwards(line)) each.waiting++
    },
    leave(item) {
      const line = lineOf.get(item)
      const at = line?.items.indexOf(item) ?? -1
      if (line === undefined || at < 0) return
      line.items.splice(at, 1)
      lineOf.delete(item)
      for (const each of upwards(line)) each.waiting--
      removeEmpty(line)
    },
    startNext() {
      const line = findNext(root)
      const item = line?.items.shift()
      if (line === undefined || item === undefined) return undefined
      for (const each of upwards(line)) {
        each.waiting--
        each.active++
        const startTag = Math.max(each.startTag, each.parent?.virtualTime ?? 0)
        if (each.parent !== undefined) each.parent.virtualTime = startTag
        each.startTag = startTag + line.cost
      }
      return item
    },
    end(item) {
      const line = lineOf.get(item)
      if (line === undefined) return
      lineOf.delete(item)
      for (const each of upwards(line)) each.active--
      removeEmpty(line)
    },
    wouldBeLast(path) {
      let line: Line<T> | undefined = root
      for (const { name } of path) {
        const own: Line<T> | undefined = line?.parts.get(name)
        const waiting = (own?.waiting ?? 0) + 1
        for (const part of line?.parts.values() ?? []) if (part !== own && part.waiting > waiting) return false
        line = own
      }
      return true
    },
    findLastOfLongest() {
      let line = root
      while (line.parts.size > 0) line = [...line.parts.values()].reduce((a, b) => (b.waiting >= a.waiting ? b : a))
      return line.items.at(-1)
    },
  }
}

function createLine<T>(parent: Line<T> | undefined, part: TurnPart, cost: number): Line<T> {
  return {
    ...part,
    parent,
    cost,
    parts: new Map(),
    items: [],
    active: 0,
    waiting: 0,
    startTag: parent?.virtualTime ?? 0,
    virtualTime: 0,
  }
}

/** Returns the line that gets the next turn: that with the lowest start tag, of those that may have one. */
function findNext<T>(line: Line<T>): Line<T> | undefined {
  if (line.waiting === 0 || line.active >= (line.limit?.() ?? Number.POSITIVE_INFINITY)) return undefined
  if (line.items.length > 0) return line
  let best: Line<T> | undefined
  let found: Line<T> | undefined
  for (const part of line.parts.values()) {
    if (best !== undefined && part.startTag >= best.startTag) continue
    const next = findNext(part)
    if (next !== undefined) [best, found] = [part, next]
  }
  return found
}

function* upwards<T>(line: Line<T>): Generator<Line<T>> {
  for (let each: Line<T> | undefined = line; each !== undefined; each = each.parent) yield each
}

function removeEmpty<T>(line: Line<T>): void {
  for (const { parent, name, active, waiting } of upwards(line)) if (active + waiting === 0) parent?.parts.delete(name)
}
