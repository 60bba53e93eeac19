/** Joins the chunks of a body. Throws what `tooLarge` returns as soon as there are more than `maxBytes`. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  // A plain array: `slice()` of a Buffer returns a view of the same memory.
  return new Uint8Array(Buffer.concat(chunks))
}
