import { toTimestamp } from '../../../core/timestamp.ts'
import type { CommandIo } from '../../command.ts'
import { printable } from '../../printable.ts'
import type { ReceiptReport } from './check-receipt.ts'

const HEADLINES: Readonly<Record<ReceiptReport['result'], string>> = {
  proven: 'The receipt is valid.',
  consistent: 'The receipt is consistent, and NOT proven.',
  refuted: 'The receipt is NOT valid.',
}

/** Prints the checks of a receipt and, unless it is refuted, its content and what it does not prove. */
export function printReport({ result, claims, checks }: ReceiptReport, keysFrom: 'file' | 'option', io: CommandIo): void {
  // A check against keys of unknown origin proves nothing, whatever its result.
  const holding = keysFrom === 'file' ? 'consistent' : 'proven'
  const width = Math.max(holding.length, 'unchecked'.length)
  // Without a license, the file has nothing else that anyone could have changed.
  const open = checks
    .filter(({ name, holds }) => holds === undefined && name !== 'license')
    .map(({ name }) => name.replaceAll('_', ' '))
  io.out(result === 'proven' && open.length > 0 ? `The receipt is proven, except: ${open.join(', ')}.` : HEADLINES[result])
  if (keysFrom === 'file') {
    io.out('Its signer is unknown, because the keys came with the file: anyone can write such a file with their own keys.')
    io.out('Use --keys <file or url> with the key set that the service publishes.')
  }
  io.out('')
  for (const { holds, text } of checks) {
    const mark = holds === undefined ? 'unchecked' : holds ? holding : 'WRONG'
    io.out(`  ${mark.padEnd(width)} ${printable(text)}`)
  }
  if (claims === undefined || result === 'refuted') return
  const event =
    claims.rby === undefined ? `stored as ${claims.status}` : `revoked without its device, as requested by ${claims.rby},`
  io.out('')
  io.out(
    `The ${keysFrom === 'file' ? 'file' : 'service'} states that license ${printable(claims.lic)} was ${event} at ${toTimestamp(claims.iat * 1000)}.`,
  )
  io.out('')
  io.out('The receipt does not prove:')
  io.out('  who used the device, or that the time is right. Both are statements of the service.')
  io.out('  the state of the license today. Ask the service for it.')
}
