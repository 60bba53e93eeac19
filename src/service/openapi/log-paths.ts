import type { JsonObject } from '../../core/json.ts'
import { LOG_PATHS } from '../../log/log-paths.ts'
import { TRAIL_PATHS } from '../../protocol/paths.ts'
import { inPath, jsonResponse, operation } from './operation.ts'
import { schemaRef } from './schemas.ts'

const textResponse = (description: string): JsonObject => ({
  description,
  content: { 'text/plain; charset=utf-8': { schema: { type: 'string' } } },
})

/** The public log, which is below `trailUrl`. */
export function logPaths(trailUrl: string): JsonObject {
  const trail = { servers: [{ url: trailUrl }] }
  const checkpoint = operation('getLogCheckpoint', 'Get the newest signed head of the public log (C2SP tlog-checkpoint)', {
    by: 'none',
    returns: { 200: textResponse('The signed note.') },
    fails: [404],
  })
  const keys = operation('getLogKeys', 'Get who signs the public log, and its earlier epochs', {
    by: 'none',
    returns: { 200: jsonResponse('The keys.', schemaRef('LogKeys')) },
  })
  const tile = operation('getLogTile', 'Get hashes or entries of the public log (C2SP tlog-tiles)', {
    by: 'none',
    returns: {
      200: { description: 'The tile.', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
    },
    fails: [404],
  })
  const timestamp = operation(
    'getLogTimestamp',
    'Get the time stamp of a checkpoint of the public log (RFC 3161), or the checkpoint that it stamps',
    {
      by: 'none',
      returns: {
        200: {
          description: 'For a number of entries, the TimeStampToken. With `.checkpoint` behind the number, the signed note.',
          content: {
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            'text/plain; charset=utf-8': { schema: { type: 'string' } },
          },
        },
      },
      fails: [404],
    },
  )
  const ofEpoch = (id: string, { operationId: _, ...rest }: JsonObject): JsonObject => ({ operationId: id, ...rest })
  const proof = operation('getLicenseProof', 'Get the proof that the public log has the newest receipt of a license', {
    by: 'deviceOrReader',
    returns: { 200: textResponse('The proof (C2SP tlog-proof).') },
    fails: [404, 410],
  })
  return {
    [`${TRAIL_PATHS.licenses}/{id}/proof`]: { ...trail, parameters: [inPath('id')], get: proof },
    [LOG_PATHS.checkpoint]: { ...trail, get: checkpoint },
    [LOG_PATHS.keys]: { ...trail, get: keys },
    '/log/{epoch}/checkpoint': { ...trail, parameters: [inPath('epoch')], get: ofEpoch('getEpochCheckpoint', checkpoint) },
    '/log/tile/{path}': { ...trail, parameters: [inPath('path')], get: tile },
    '/log/timestamp/{name}': { ...trail, parameters: [inPath('name')], get: timestamp },
    '/log/{epoch}/tile/{path}': { ...trail, parameters: [inPath('epoch'), inPath('path')], get: ofEpoch('getEpochTile', tile) },
    '/log/{epoch}/timestamp/{name}': {
      ...trail,
      parameters: [inPath('epoch'), inPath('name')],
      get: ofEpoch('getEpochTimestamp', timestamp),
    },
  }
}
