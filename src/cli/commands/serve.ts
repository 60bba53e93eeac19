import { type Command, EXIT } from '../command.ts'
import { untilAborted } from '../until-aborted.ts'
import { createLogger } from './serve/create-logger.ts'
import { printAddress, printConfiguration } from './serve/print.ts'
import { readServeOptions, SERVE_OPTIONS } from './serve/read-options.ts'

/** `licet serve` */
export const serveCommand: Command = {
  words: ['serve'],
  summary: 'Run the service.',
  usage: 'licet serve [options]',
  options: SERVE_OPTIONS,
  notes: [
    'Each option is also an environment variable and a member of licet.config.ts, .mjs, .js or .json:',
    '--max-connections is LICET_MAX_CONNECTIONS and maxConnections. The first of flag, variable and file counts.',
    'A secret can also be in a file, as Docker mounts it: LICET_DATABASE_URL_FILE, LICET_DATABASE_PASSWORD_FILE.',
  ],
  async run(input, io) {
    const { options, logLevel, printed, notices } = await readServeOptions(input, io)
    for (const notice of notices) io.err(notice)
    const log = await createLogger(logLevel, io)
    const { serve } = await import('../../service/node.ts')
    const running = await serve({
      ...options,
      onEvent: log.event,
      observer: log.request === undefined ? {} : { request: log.request },
    })
    const isJson = input.values.json === true
    if (!isJson) printConfiguration(printed, io)
    printAddress(running, isJson ? printed : undefined, io)
    await untilAborted(io.signal)
    await running.close()
    return EXIT.ok
  },
}
