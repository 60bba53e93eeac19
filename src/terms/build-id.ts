/**
 * Identifies the sources of the package that decide which text an agreement has, and whether a license answers it. The build fills it in.
 * Empty where the sources run without the build.
 */
export const BUILD_ID: string = ''
