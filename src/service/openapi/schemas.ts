import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { JsonObject } from '../../core/json.ts'
import { WIRE_RECORDS, type WireRecordName } from '../../protocol/wire-records.ts'

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // JSON Schema has no checks in code, no trimming and no flags. Its expressions are Unicode, as with the flag `u`.
  overrideAction: ({ valibotAction: { type, ...action }, jsonSchema }) => {
    if (type === 'check' || type === 'trim') return jsonSchema
    if (type !== 'regex' || !('requirement' in action) || !(action.requirement instanceof RegExp)) return null
    return withPattern(jsonSchema, action.requirement)
  },
}

function withPattern({ pattern: _, ...jsonSchema }: JsonSchema, { source, flags }: RegExp): JsonSchema {
  return flags.includes('i') ? jsonSchema : { ...jsonSchema, pattern: source }
}

/** Returns the schemas of all bodies, which the declarations of the protocol describe. */
export function createSchemas(): JsonObject {
  return convert(WIRE_RECORDS)
}

/** Converts one declaration. Records that have a name are references. */
export function toSchema(declaration: GenericSchema): JsonObject {
  // Safe: the result has this member.
  return convert({ ...WIRE_RECORDS, declaration }).declaration as JsonObject
}

function convert(declarations: Readonly<Record<string, GenericSchema>>): JsonObject {
  // A JSON schema consists of JSON values, which its type does not show.
  return toJsonSchemaDefs(declarations, CONFIG) as Readonly<Record<string, object>> as JsonObject
}

/** Returns a reference to a schema. */
export function schemaRef(name: WireRecordName): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** Describes a list of a schema. */
export function listOf(name: WireRecordName): JsonObject {
  return { type: 'array', items: schemaRef(name) }
}
