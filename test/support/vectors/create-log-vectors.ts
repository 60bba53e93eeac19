import { writeLogEntry } from '../../../src/log/log-entry.ts'
import { naiveTree } from '../../fixtures/naive-tree.ts'
import { openLog } from '../../fixtures/published-log.ts'

const SIZE = 9
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Creates the vectors of the public log: a small tree, and the proof of a receipt in a log of three tiles. */
export async function createLogVectors(receipt: string) {
  const hashes = upTo(SIZE).map((at) => Buffer.alloc(32, at + 1).toString('base64url'))
  const entries = hashes.map((h, at) => Buffer.from(writeLogEntry({ k: 'license', h, t: 1_790_000_000 + at })))
  const tree = naiveTree(entries)
  const sizes = upTo(SIZE + 1)
  const pairs = sizes.slice(1).flatMap((size) => upTo(size).map((index) => ({ index, size })))
  const log = await openLog({ filled: 600, witnesses: ['witness.example/w1'] })
  await log.add(receipt)
  await log.fill(30)
  const proof = await log.prove(receipt)
  return {
    'log-tree': {
      about:
        'The entries of a log, their leaf hashes, and the roots and proofs of every size (RFC 6962, section 2.1). Hashes are base64. A proof of inclusion begins with the sibling of the leaf. "oldSize" 0 and equal sizes have an empty proof.',
      entries: entries.map(String),
      leafHashes: upTo(SIZE).map((index) => base64(tree.leafHash(index))),
      roots: sizes.map((size) => base64(tree.root(size))),
      inclusion: pairs.map(({ index, size }) => ({ index, size, hashes: tree.inclusion(index, size).map(base64) })),
      consistency: pairs.map(({ index: oldSize, size }) => ({
        oldSize,
        size,
        hashes: tree.consistency(oldSize, size).map(base64),
      })),
    },
    'log-proof': {
      about:
        'The proof (C2SP tlog-proof, version 1) that a log contains a receipt, the public keys of the log and of a witness (vkey lines), what it proves, and proofs that are refused.',
      receipt,
      keys: log.vkeys,
      proof,
      proves: {
        kind: 'license',
        origin: log.origin,
        index: 600,
        size: 631,
        witnesses: [{ name: 'witness.example/w1', at: 1_790_000_000 }],
      },
      refused: [
        { about: 'another index', proof: proof.replace('index 600', 'index 599') },
        { about: 'a missing hash', proof: proof.replace(/(index 600\n)\S+\n/, '$1') },
        { about: 'an added hash', proof: proof.replace(/(index 600\n)(\S+\n)/, '$1$2$2') },
        { about: 'another size in the checkpoint', proof: proof.replace('\n631\n', '\n632\n') },
        {
          about: 'another time of the witness',
          proof: proof.replace(/(— witness\S+ \S{14})(.)/, (_, start, letter) => start + (letter === 'A' ? 'B' : 'A')),
        },
        { about: 'no signature of the log', proof: proof.replace(/— auth\S+ \S+\n/, '') },
        { about: 'carriage returns', proof: proof.replaceAll('\n', '\r\n') },
        { about: 'a leading zero', proof: proof.replace('index 600', 'index 0600') },
      ],
    },
  }
}
