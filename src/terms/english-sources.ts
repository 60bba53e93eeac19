/** The Markdown of the English templates and parts, by `templates/<name>` and `parts/<name>`. The build fills it. */
export const ENGLISH_SOURCES: Readonly<Record<string, string>> = {}
