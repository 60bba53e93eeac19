import { join } from 'node:path'
import { projectRoot } from './run-command.ts'

/** A tar of an empty embedded database with the current schema, once `ensureSnapshot` has made it. */
export const SNAPSHOT = join(projectRoot, 'node_modules', '.cache', 'licet', 'snapshot.tar')

/** A tar of an embedded database as PGlite creates it, without a schema, once `ensureSnapshot` has made it. */
export const NEW_DATABASE = join(projectRoot, 'node_modules', '.cache', 'licet', 'new-database.tar')

/** The same as {@link SNAPSHOT}, compressed, in the folder that Storybook serves. Its name keeps servers from unpacking it. */
export const WORKSHOP_DATABASE = join(projectRoot, 'node_modules', '.cache', 'licet', 'workshop-database', 'pglite-database.bin')
