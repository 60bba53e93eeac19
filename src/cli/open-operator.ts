import type { Operator } from '../service/accounts/operator.ts'
import type { Storage } from '../service/index.ts'
import type { CommandInput, CommandIo } from './command.ts'
import { readProtection } from './read-key-protection.ts'

/** Returns what the operator of a database can do, with the key protection that the options choose. */
export async function openOperator(storage: Storage, input: CommandInput, io: CommandIo): Promise<Operator> {
  const { createOperator } = await import('../service/accounts/operator.ts')
  const { createNodeCrypto } = await import('../service/node.ts')
  return createOperator({ storage, crypto: createNodeCrypto(), protection: await readProtection(input, io), now: io.now })
}
