import { type Command, EXIT } from '../command.ts'
import { untilAborted } from '../until-aborted.ts'
import { printAddress, printEvent } from './serve/print.ts'
import { readServeOptions, SERVE_OPTIONS } from './serve/read-options.ts'

/** `licet serve` */
export const serveCommand: Command = {
  words: ['serve'],
  summary: 'Run the service.',
  usage: 'licet serve [options]',
  options: SERVE_OPTIONS,
  async run(input, io) {
    const options = readServeOptions(input, io)
    // Imported here, because `licet verify` must run without the packages of the service.
    const { serve } = await import('../../service/node.ts')
    const running = await serve({ ...options, onEvent: (event) => printEvent(event, io) })
    printAddress(running, input.values.json === true, io)
    await untilAborted(io.signal)
    await running.close()
    return EXIT.ok
  },
}
