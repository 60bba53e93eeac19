import { checkLanguage, checkSubjects, commitSubjects } from './language/check.ts'

/** Prints what the language rules find: `node test/support/run-ts.mjs test/support/language.ts [paths]`. */
export function main(): void {
  const paths = process.argv.slice(3)
  const faults = [...checkLanguage(paths.length === 0 ? undefined : paths)]
  if (paths.length === 0) {
    const commits = commitSubjects()
    if ('missing' in commits) console.log(commits.missing)
    else faults.push(...checkSubjects(commits.subjects))
  }
  for (const fault of faults) console.log(fault)
  console.log(`${faults.length} faults of language`)
  if (faults.length > 0) process.exitCode = 1
}
