/** The version of the package. The database records which version migrated it. */
export const VERSION = '0.1.0'
