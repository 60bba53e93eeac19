/** Font families that every device has. */
const GENERIC = /^(?:(?:ui-)?(?:serif|sans-serif|monospace)|system-ui|inherit)$/

/** Returns the first font of a CSS value for `font-family`, without quotes. `undefined` when every device has it. */
export function firstFont(families: string): string | undefined {
  const name =
    families
      .split(',')[0]
      ?.trim()
      .replace(/^(['"])(.*)\1$/, '$2') ?? ''
  return name === '' || GENERIC.test(name) ? undefined : name
}
