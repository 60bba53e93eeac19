/** Members of a template that its name and version stand for. They are large, and contain functions. */
const TEMPLATE_CONTENT: ReadonlySet<string> = new Set(['tree', 'words'])

/**
 * Returns a short checksum of a configuration, such as an agreement: the same in Node and in every browser for the same content.
 *
 * It recognizes a change. It is no cryptographic hash, and proves nothing.
 *
 * @returns Up to 11 letters and digits
 */
export function checksum(value: unknown): string {
  const text = JSON.stringify(value, (name, member: unknown) => (TEMPLATE_CONTENT.has(name) ? undefined : member)) ?? ''
  // cyrb53: two rounds of 32 bits, of which 53 are kept.
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36)
}
