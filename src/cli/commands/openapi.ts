import { DEFAULT_PORT } from '../../service/defaults.ts'
import { createOpenApi } from '../../service/openapi/create-openapi.ts'
import { type Command, EXIT, textOption } from '../command.ts'
import { toPrintableJson } from '../printable.ts'

const DEFAULT_AUTH_URL = `http://localhost:${DEFAULT_PORT}`

export const openApiCommand: Command = {
  words: ['openapi'],
  summary: 'Print the OpenAPI document of the service.',
  usage: 'licet openapi [options] > openapi.json',
  options: {
    'auth-url': { type: 'string', value: '<url>', help: `base address of the service (default: ${DEFAULT_AUTH_URL})` },
    'trail-url': { type: 'string', value: '<url>', help: 'base address of the license paths (default: the value of --auth-url)' },
  },
  async run(input, io) {
    const authUrl = textOption(input, 'auth-url') ?? DEFAULT_AUTH_URL
    const document = createOpenApi({ authUrl, trailUrl: textOption(input, 'trail-url') })
    io.out(toPrintableJson(document))
    return EXIT.ok
  },
}
