import { toPrintableJson } from '../../printable.ts'

/** Yields the lines of a JSON array. Nothing is yielded before the first record is read, so that a refused request prints nothing. */
export async function* toJsonArray(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  let waiting: string | undefined
  for await (const record of records) {
    yield waiting === undefined ? '[' : `${waiting},`
    waiting = toPrintableJson(record, 0)
  }
  if (waiting === undefined) yield '['
  else yield waiting
  yield ']'
}

/** Yields each record as a line of JSON. */
export async function* toJsonLines(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const record of records) yield toPrintableJson(record, 0)
}
