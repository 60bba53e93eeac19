export { createNodeCrypto, type NodeCryptoOptions } from './node/node-crypto.ts'
export { type DiskStorageOptions, openDiskStorage } from './node/open-disk-storage.ts'
export { openPostgresStorage, type PostgresStorageOptions } from './node/open-postgres-storage.ts'
export { type RunningService, type ServeOptions, serve } from './node/serve.ts'
