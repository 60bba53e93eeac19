import { toTimestamp } from '../../../core/timestamp.ts'
import type { CommandIo } from '../../command.ts'
import { printable } from '../../printable.ts'
import type { ReceiptReport } from './check-receipt.ts'

const RESULTS = { true: 'proven   ', false: 'WRONG    ', undefined: 'unchecked' } as const

/** Prints the checks of a receipt and, for a valid one, its content and what it does not prove. */
export function printReport({ valid, claims, checks }: ReceiptReport, keysFrom: 'file' | 'option', io: CommandIo): void {
  io.out(valid ? 'The receipt is valid.' : 'The receipt is NOT valid.')
  io.out('')
  for (const { holds, text } of checks) io.out(`  ${RESULTS[`${holds}`]} ${printable(text)}`)
  if (claims === undefined || !valid) return
  const storedAt = toTimestamp(claims.iat * 1000)
  io.out('')
  io.out(`The service states that it stored license ${printable(claims.lic)} as ${claims.status} at ${storedAt}.`)
  io.out('')
  io.out('The receipt does not prove:')
  io.out('  who used the device, or that the time is right. Both are statements of the service.')
  io.out('  the state of the license today. Ask the service for it.')
  if (keysFrom === 'file') {
    io.out(
      '  that the keys belong to the service, because they came with the file. Use --keys <url> with the key set of the service.',
    )
  }
}
