/**
 * Measures each page once in each round, and returns the results by page. The pages take turns, so that each round has the same machine. The
 * first round warms up the browser and the service, and does not count.
 */
export async function measureInTurns<Name extends string, Page, Result>(
  pages: Readonly<Record<Name, Page>>,
  runs: number,
  measure: (name: Name, page: Page) => Promise<Result>,
): Promise<ReadonlyMap<Name, readonly Result[]>> {
  const names = Object.keys(pages) as Name[]
  const results = new Map<Name, Result[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= runs; round++)
    for (const name of names) {
      const result = await measure(name, pages[name])
      if (round > 0) results.get(name)?.push(result)
    }
  return results
}
