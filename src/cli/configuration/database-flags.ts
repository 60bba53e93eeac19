import type { ConfigOption } from './config-option.ts'

/** Folder of the embedded database, in the folder where a command is started. */
export const DEFAULT_FOLDER = '.licet/service'

/** The options that protect the secrets in the database. */
export const SECRETS = {
  keyEncryptionKey: {
    kind: 'text',
    value: '<base64>',
    help: '32 random bytes that encrypt signing keys and secrets of webhooks; use its variable or a file, because flags are visible to others',
    default: 'none, so they are stored unencrypted',
    isSecret: true,
  },
  keyEncryptionFormerKey: {
    kind: 'text',
    value: '<base64>',
    help: 'the key before the last change; the service re-encrypts its secrets with the new key',
    default: 'none',
    isSecret: true,
  },
  keyManagement: {
    kind: 'object',
    help: 'functions of a key management service that has the signing keys; only in licet.config.ts',
    default: 'none, so the signing keys are in the database',
    isSecret: true,
  },
} as const satisfies Readonly<Record<string, ConfigOption>>

/** The options that choose the database. Every command that works on it takes them. */
export const DATABASE = {
  databaseUrl: {
    kind: 'text',
    value: '<url>',
    help: 'connection string of PostgreSQL',
    default: 'the environment variable DATABASE_URL',
    isSecret: true,
    alias: 'DATABASE_URL',
  },
  databasePassword: {
    kind: 'text',
    value: '<secret>',
    help: 'password of the user in the connection strings, if they have none; use its variable or a file, because flags are visible to others',
    default: 'none',
    isSecret: true,
  },
  dataDir: {
    kind: 'text',
    value: '<folder>',
    help: 'folder of the embedded database, used without PostgreSQL',
    default: DEFAULT_FOLDER,
  },
  preparedStatements: {
    kind: 'switch',
    help: 'keep prepared statements in PostgreSQL; --no-prepared-statements is for PgBouncer before 1.21 in transaction mode',
    default: 'on',
    alias: 'DATABASE_PREPARED',
  },
  ...SECRETS,
} as const satisfies Readonly<Record<string, ConfigOption>>
