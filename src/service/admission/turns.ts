/** Who waits for a turn or has one, by a path such as kind of work, owner, sender. Lines exist while somebody is in them. */
export interface Turns<T> {
  /** How many wait. */
  readonly waiting: number
  /** Adds one that waits. At most `limit` of the same path have a turn at the same time. */
  add(path: readonly string[], item: T, limit: number): void
  /** Removes one that waits. */
  leave(item: T): void
  /** Gives the next turn, if there is a free one and somebody may have it. */
  startNext(): T | undefined
  /** Ends a turn. */
  end(item: T): void
  /** Returns whether one more of this path would be the last of the longest line. */
  wouldBeLast(path: readonly string[]): boolean
  /** Returns the one that came last into the longest line. Among equal lines it is the newest line. */
  findLastOfLongest(): T | undefined
}

/** All that share the start of a path. Only lines of a whole path have items. */
interface Line<T> {
  readonly parent: Line<T> | undefined
  readonly name: string
  readonly limit: number
  readonly parts: Map<string, Line<T>>
  readonly items: T[]
  active: number
  waiting: number
  lastTurn: number
}

/** Creates an empty set of turns, of which `limit` can be taken at the same time. */
export function createTurns<T>(limit: number): Turns<T> {
  const root = createLine<T>(undefined, '', limit)
  const lineOf = new Map<T, Line<T>>()
  let turns = 0

  return {
    get waiting() {
      return root.waiting
    },
    add(path, item, ownLimit) {
      let line = root
      for (const [at, name] of path.entries()) {
        const part = line.parts.get(name) ?? createLine(line, name, at < path.length - 1 ? limit : ownLimit)
        line.parts.set(name, part)
        line = part
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
      turns++
      for (const each of upwards(line)) {
        each.waiting--
        each.active++
        each.lastTurn = turns
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
      for (const name of path) {
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

function createLine<T>(parent: Line<T> | undefined, name: string, limit: number): Line<T> {
  return { parent, name, limit, parts: new Map(), items: [], active: 0, waiting: 0, lastTurn: 0 }
}

/** Returns the line that gets the next turn: that with the fewest turns, among equals that whose last turn is the longest ago. */
function findNext<T>(line: Line<T>): Line<T> | undefined {
  if (line.waiting === 0 || line.active >= line.limit) return undefined
  if (line.items.length > 0) return line
  let best: Line<T> | undefined
  let found: Line<T> | undefined
  for (const part of line.parts.values()) {
    if (best !== undefined && !precedes(part, best)) continue
    const next = findNext(part)
    if (next !== undefined) [best, found] = [part, next]
  }
  return found
}

function precedes<T>(line: Line<T>, other: Line<T>): boolean {
  return line.active === other.active ? line.lastTurn < other.lastTurn : line.active < other.active
}

function* upwards<T>(line: Line<T>): Generator<Line<T>> {
  for (let each: Line<T> | undefined = line; each !== undefined; each = each.parent) yield each
}

function removeEmpty<T>(line: Line<T>): void {
  for (const { parent, name, active, waiting } of upwards(line)) if (active + waiting === 0) parent?.parts.delete(name)
}
