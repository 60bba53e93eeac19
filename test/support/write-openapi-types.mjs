// Writes the types of a client for an OpenAPI document: `node write-openapi-types.mjs document.json types.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'

// openapi-typescript imports `typescript` for its API, which TypeScript 7 does not have.
const api = new URL('./typescript-api.mjs', import.meta.url).href
const hooks = `export const resolve = (name, context, next) => name === 'typescript' ? { url: '${api}', shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)

const [, , source = '', target = ''] = process.argv
const { default: openapiTS, astToString } = await import('openapi-typescript')
// A member of a request with a default can be absent. The generator requires it otherwise.
const document = await openapiTS(JSON.parse(readFileSync(source, 'utf8')), { defaultNonNullable: false })
writeFileSync(target, astToString(document))
