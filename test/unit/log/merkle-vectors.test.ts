import { describe, expect, it } from 'vitest'
import { hashEmptyTree, hashLeaf, hashNode } from '../../../src/log/merkle.ts'
import { isConsistent, isIncluded } from '../../../src/log/merkle-proof.ts'
import { proveConsistency, proveInclusion } from '../../../src/log/tile-tree.ts'
import { nodeLogCrypto } from '../../fixtures/log-crypto.ts'
import { naiveTree } from '../../fixtures/naive-tree.ts'
import { storedTree } from '../../fixtures/stored-tree.ts'

const { sha256 } = nodeLogCrypto
const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

// The vectors of Certificate Transparency, as github.com/transparency-dev/merkle publishes them (rfc6962_test.go, verify_test.go).
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(fromHex)
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
].map(fromHex)
const INCLUSION = [
  { index: 0, size: 1, proof: [] },
  {
    index: 0,
    size: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    index: 5,
    size: 8,
    proof: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  { index: 2, size: 3, proof: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
  {
    index: 1,
    size: 5,
    proof: [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
]
const CONSISTENCY = [
  { oldSize: 1, size: 1, proof: [] },
  {
    oldSize: 1,
    size: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    oldSize: 6,
    size: 8,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    oldSize: 2,
    size: 5,
    proof: [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
  {
    oldSize: 6,
    size: 7,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
]
const rootOf = (size: number) => ROOTS[size] ?? fromHex('')

describe('the published vectors of RFC 6962', () => {
  it('give the hashes of the empty tree, of a leaf and of a node', async () => {
    expect(await hashEmptyTree(sha256)).toEqual(rootOf(0))
    expect(await hashLeaf(fromHex(''), sha256)).toEqual(fromHex('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'))
    expect(await hashLeaf(Buffer.from('L123456'), sha256)).toEqual(
      fromHex('395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56'),
    )
    expect(await hashNode(Buffer.from('N123'), Buffer.from('N456'), sha256)).toEqual(
      fromHex('aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb'),
    )
  })

  it('give the roots of the trees of 0 to 8 leaves, to the tree in tiles and to the naive tree', async () => {
    const tree = await storedTree(ENTRIES)
    for (const [size, root] of ROOTS.entries()) {
      expect(await tree.rootAt(size)).toEqual(root)
      expect(naiveTree(ENTRIES).root(size)).toEqual(root)
    }
  })

  it.each(INCLUSION)('prove that leaf $index is in a tree of $size', async ({ index, size, proof }) => {
    const hashes = proof.map(fromHex)
    const leafHash = await hashLeaf(ENTRIES[index] ?? fromHex(''), sha256)
    expect(await proveInclusion(index, (await storedTree(ENTRIES)).at(size))).toEqual(hashes)
    expect(await isIncluded({ leafHash, index, size, root: rootOf(size), proof: hashes }, sha256)).toBe(true)
  })

  it.each(CONSISTENCY)('prove that a tree of $size begins with the tree of $oldSize', async ({ oldSize, size, proof }) => {
    const hashes = proof.map(fromHex)
    expect(await proveConsistency(oldSize, (await storedTree(ENTRIES)).at(size))).toEqual(hashes)
    const claim = { oldSize, oldRoot: rootOf(oldSize), size, root: rootOf(size), proof: hashes }
    expect(await isConsistent(claim, sha256)).toBe(true)
  })
})
