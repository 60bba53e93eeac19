import { DATABASE_OPTIONS, DEFAULT_FOLDER } from '../../database.ts'
import { type FileChange, PUBLIC } from './change-files.ts'
import { editEnv, editGitignore } from './edit-env.ts'

/** The file with the variables of an app on this machine. */
export const ENV_FILE = '.env.local'
const PRIVATE = 0o600

/** The user of the development service who owns the provider of an app. */
export const DEFAULT_EMAIL = 'developer@localhost'

/** The option with the folder of the database of the development service. */
export const FOLDER_OPTION = {
  'data-dir': { ...DATABASE_OPTIONS['data-dir'], help: `folder of the embedded database (default: ${DEFAULT_FOLDER})` },
} as const

/** Returns the changes that give variables to an app, and let Git ignore them and the database. Without variables, only the second one. */
export function changeEnvironment(variables: ReadonlyMap<string, string> | undefined): readonly FileChange[] {
  const gitignore = { name: '.gitignore', mode: PUBLIC, edit: editGitignore }
  return variables === undefined
    ? [gitignore]
    : [{ name: ENV_FILE, mode: PRIVATE, edit: (text) => editEnv(text, variables) }, gitignore]
}
