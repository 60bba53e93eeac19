import { createOpenApi } from '../../service/openapi/create-openapi.ts'
import { type Command, EXIT, textOption } from '../command.ts'

/** `licet openapi` */
export const openApiCommand: Command = {
  words: ['openapi'],
  summary: 'Print the OpenAPI document of the service.',
  usage: 'licet openapi [options] > openapi.json',
  options: { 'auth-url': { type: 'string' }, 'trail-url': { type: 'string' } },
  help: {
    '--auth-url <url>': 'where clients reach the service (default: http://localhost:8787)',
    '--trail-url <url>': 'where clients reach the license paths (default: the same)',
  },
  async run(input, io) {
    const document = createOpenApi({
      authUrl: textOption(input, 'auth-url') ?? 'http://localhost:8787',
      trailUrl: textOption(input, 'trail-url'),
    })
    io.out(JSON.stringify(document, null, 2))
    return EXIT.ok
  },
}
