import type { Shape } from '../../protocol/shape.ts'
import type { TokenClient } from '../tokens/token-client.ts'
import type { CallOptions } from '../tokens/token-types.ts'
import { readResponse, readResponseList } from './send-request.ts'

/** Sends requests with a token, and reads their JSON. `url` is below the token host, or below `host`. */
export class JsonRequests {
  readonly #client: TokenClient

  constructor(client: TokenClient) {
    this.#client = client
  }

  async get<T>(shape: Shape<T>, url: string, token: string, options?: CallOptions, host?: string): Promise<T> {
    return readResponse(await this.#client.send({ method: 'GET', url, token }, options, host), shape)
  }

  async getList<T>(shape: Shape<T>, url: string, token: string, options?: CallOptions): Promise<T[]> {
    return readResponseList(await this.#client.send({ method: 'GET', url, token }, options), shape)
  }

  async post<T>(shape: Shape<T>, url: string, token: string, input: object, options?: CallOptions, host?: string): Promise<T> {
    const request = { method: 'POST', url, token, json: JSON.stringify(input) } as const
    return readResponse(await this.#client.send(request, options, host), shape)
  }
}
