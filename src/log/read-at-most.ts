import { type Bytes, concatBytes } from './bytes.ts'

/** Joins the chunks of a body. Throws what `tooLarge` returns as soon as there are more than `maxBytes`. */
export async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number, tooLarge: () => Error): Promise<Bytes> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return concatBytes(...chunks)
}
