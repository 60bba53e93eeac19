/** Returns a name with hyphens as people read it: `high-contrast` is "High contrast". */
export function toLabel(name: string): string {
  const words = name.replaceAll('-', ' ').replace(/\bai\b/, 'AI')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
