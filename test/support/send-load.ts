import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { projectRoot, run } from './run-command.ts'

/** The parts of a request that differ from one request to the next. */
export interface Item {
  readonly body?: string
  readonly token?: string
  /** Default: the path of the load. */
  readonly path?: string
}

/** Requests of one kind. */
export interface Load {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly type?: 'json' | 'form'
  readonly items: readonly Item[]
  /** The status of a correct response, or `any`. Default: 200. */
  readonly status?: number | 'any'
  /** Default: 10. */
  readonly connections?: number
  /** Repeats the items for this time. Default: sends each item once. */
  readonly seconds?: number
  /** The member of each response that is kept, in the order of the items. */
  readonly keep?: string
}

/** The result of a load. Latencies are in milliseconds. */
export interface LoadResult {
  readonly total: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  readonly firstFailure?: string
  readonly kept: readonly string[]
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** The media types of request bodies. */
export const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

/** Sends requests to a server from a separate process. Rejects if a response has another status than the load expects. */
export async function sendLoad(url: string, load: Load): Promise<LoadResult> {
  const { type, ...rest } = load
  const headers = type === undefined ? {} : { 'content-type': CONTENT_TYPES[type] }
  const folder = mkdtempSync(join(tmpdir(), 'licet-load-'))
  try {
    const file = join(folder, 'load.json')
    writeFileSync(file, JSON.stringify({ status: 200, connections: 10, ...rest, url, headers }))
    const result: LoadResult = JSON.parse(await run(execPath, [join(projectRoot, 'test/support/load.mjs'), file]))
    if (result.failed === 0) return result
    throw new Error(`${load.method} ${load.path}: ${result.failed} of ${result.total} requests failed: ${result.firstFailure}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
