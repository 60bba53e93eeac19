import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendLeaves } from '../../../src/log/append-leaves.ts'
import type { Bytes } from '../../../src/log/bytes.ts'
import { isConsistent, isIncluded } from '../../../src/log/merkle-proof.ts'
import { tileAt } from '../../../src/log/tile.ts'
import { computeRoot, computeRoots, proveConsistency, proveInclusion, type TileTree } from '../../../src/log/tile-tree.ts'
import { nodeLogCrypto } from '../../fixtures/log-crypto.ts'
import { naiveTree } from '../../fixtures/naive-tree.ts'
import { countOf, inTitle } from '../../support/counts.ts'

const { sha256 } = nodeLogCrypto
const MOST = 70_000
const naive = naiveTree(Array.from({ length: MOST }, (_, at) => Buffer.from(`entry ${at}`)))

/** The tree in tiles whose tiles the naive tree computes. */
const treeOf = (size: number): TileTree => ({
  size,
  sha256,
  readTile: ({ level, index, width }) => naive.tile(Number(level), index, width),
})

// Sizes around the powers of two and of the tile, where off-by-one faults are.
const size = fc.oneof(
  fc.integer({ min: 1, max: 600 }),
  fc.constantFrom(1, 2, 255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, MOST),
  fc.integer({ min: 1, max: MOST }),
)
const twoSizes = size.chain((large) => fc.integer({ min: 0, max: large }).map((small) => ({ small, large })))
const leaf = size.chain((count) => fc.integer({ min: 0, max: count - 1 }).map((index) => ({ index, count })))

const inclusionOf = (index: number, count: number) => ({
  leafHash: naive.leafHash(index),
  index,
  size: count,
  root: naive.root(count),
  proof: naive.inclusion(index, count),
})
const consistencyOf = (small: number, large: number) => ({
  oldSize: small,
  oldRoot: naive.root(small),
  size: large,
  root: naive.root(large),
  proof: naive.consistency(small, large),
})

const ALL_SIZES = countOf(600, 130)

describe('a tree in tiles and a naive tree', () => {
  it(`agree about every proof of inclusion in trees of up to ${inTitle(ALL_SIZES)} leaves`, async () => {
    for (let count = 1; count <= ALL_SIZES; count++)
      for (let index = 0; index < count; index++) expect(await isIncluded(inclusionOf(index, count), sha256)).toBe(true)
  })

  it(`agree about every proof of consistency between trees of up to ${inTitle(ALL_SIZES)} leaves`, async () => {
    for (let large = 0; large <= ALL_SIZES; large++)
      for (let small = 0; small <= large; small++) expect(await isConsistent(consistencyOf(small, large), sha256)).toBe(true)
  })

  it('have the same root, proofs of inclusion and proofs of consistency', async () => {
    await fc.assert(
      fc.asyncProperty(leaf, twoSizes, async ({ index, count }, { small, large }) => {
        expect(await computeRoot(treeOf(count))).toEqual(naive.root(count))
        expect(await proveInclusion(index, treeOf(count))).toEqual(naive.inclusion(index, count))
        expect(await proveConsistency(small, treeOf(large))).toEqual(naive.consistency(small, large))
        const roots = { old: naive.root(Math.max(small, 1)), new: naive.root(large) }
        expect(await computeRoots(Math.max(small, 1), treeOf(large))).toEqual(roots)
      }),
      { numRuns: countOf(400, 40) },
    )
  })

  it('have the same tiles after any batches', async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, async ({ small, large }) => {
        const end = Math.min(large, small + 1000)
        const added = Array.from({ length: end - small }, (_, at) => naive.leafHash(small + at))
        const grown = await appendLeaves(added, treeOf(small))
        expect(grown.size).toBe(end)
        expect(grown.root).toEqual(naive.root(end))
        for (const { tile, bytes } of grown.tiles) {
          expect(tile).toEqual(tileAt(tile.level, tile.index, end))
          expect(bytes).toEqual(naive.tile(Number(tile.level), tile.index, tile.width))
        }
        // The grown tree needs no tile that neither the old tree nor the batch has.
        const kept = new Set(grown.tiles.map(({ tile }) => `${tile.level}/${tile.index}`))
        for (let level = 0; 256 ** level <= end; level++)
          for (let index = 0; tileAt(level, index, end) !== undefined; index++) {
            const isSame = tileAt(level, index, small)?.width === tileAt(level, index, end)?.width
            expect(isSame || kept.has(`${level}/${index}`)).toBe(true)
          }
      }),
      { numRuns: countOf(150, 15) },
    )
  })
})

/** Every way to spoil a proof: too long, cut off, swapped, altered. */
function spoil(proof: readonly Bytes[], at: number): readonly (readonly Bytes[])[] {
  const flipped = proof.map((hash, position) =>
    position === at % proof.length ? hash.map((byte, n) => (n === at % 32 ? byte ^ 1 : byte)) : hash,
  )
  const swapped = [...proof].reverse()
  return [
    [...proof, naive.root(1)],
    [naive.root(1), ...proof],
    [...proof, ...Array.from({ length: 65 }, () => naive.root(1))],
    ...(proof.length > 0 ? [proof.slice(1), proof.slice(0, -1), flipped, [...proof.slice(0, -1), new Uint8Array(31)]] : []),
    ...(proof.length > 1 ? [swapped] : []),
  ]
}

describe('a hostile proof', () => {
  it('of inclusion is refused: too long, cut off, swapped, altered, or for another index, size, leaf or root', async () => {
    await fc.assert(
      fc.asyncProperty(leaf, fc.nat(1000), async ({ index, count }, at) => {
        const claim = inclusionOf(index, count)
        for (const proof of spoil(claim.proof, at)) expect(await isIncluded({ ...claim, proof }, sha256)).toBe(false)
        const foreign = naive.leafHash((index + 1) % MOST)
        for (const wrong of [
          { index: index + 1 },
          { index: index - 1 },
          { index: index + 0.5 },
          { index: count },
          { size: 0 },
          { size: Number.POSITIVE_INFINITY },
          { leafHash: foreign },
          { root: foreign },
          { root: claim.root.slice(1) },
        ])
          expect(await isIncluded({ ...claim, ...wrong }, sha256)).toBe(false)
      }),
      { numRuns: countOf(1000, 100) },
    )
  })

  it('of consistency is refused: too long, cut off, swapped, altered, or for other sizes or roots', async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, fc.nat(1000), async ({ small, large }, at) => {
        const claim = consistencyOf(small, large)
        for (const proof of spoil(claim.proof, at)) expect(await isConsistent({ ...claim, proof }, sha256)).toBe(false)
        const foreign = naive.leafHash(MOST - 1)
        for (const wrong of [
          { oldSize: large + 1 },
          { oldSize: -1 },
          { size: small - 1 },
          { size: Number.NaN },
          { oldRoot: foreign },
          { oldRoot: claim.oldRoot.slice(1) },
          ...(small > 0 ? [{ root: foreign }, { root: claim.root.slice(1) }] : []),
        ])
          expect(await isConsistent({ ...claim, ...wrong }, sha256)).toBe(false)
      }),
      { numRuns: countOf(1000, 100) },
    )
  })
})
