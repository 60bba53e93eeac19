import * as v from 'valibot'
import { epochSecond, integer, listOf, record, text } from '../declare.ts'

const keys = listOf(
  record('A public key of the log or of a witness.', {
    vkey: text('The key as one line: its name, its id, and its type and bytes in base64 (C2SP signed-note).'),
    from: epochSecond('From when its signatures count.'),
  }),
  'Oldest first. While a key is replaced, two keys sign.',
)
const origin = text('The name of the log: the first line of its checkpoints.')

/** Who signs the public log. */
export const LogKeysRecord = record('Who signs the public log.', {
  origin,
  keys,
  witnesses: keys,
  timestamp: v.exactOptional(
    integer('The number of entries of the newest checkpoint that has a time stamp. Absent without one.', 1),
  ),
  former: listOf(
    record('An epoch of the log that ended with a restore.', {
      origin,
      keys,
      checkpoint: text('The last known checkpoint of the epoch. Its SHA-256 is in the first entry of the next epoch.'),
    }),
    'Oldest first.',
  ),
})
