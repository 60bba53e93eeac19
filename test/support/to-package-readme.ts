/** The target of a Markdown link or image, if it is another file of the package. */
const RELATIVE = /\]\((?!(?:[a-z]+:|#|\/))([^)\s]+)/g

/**
 * Returns the README as the package has it. npmjs.com resolves relative links by the repository of a package, and this package names none, so
 * they become addresses of the same files in the published package.
 */
export function toPackageReadme(text: string, version: string): string {
  return text.replace(RELATIVE, (_, target: string) => `](https://unpkg.com/licet@${version}/${target}`)
}
