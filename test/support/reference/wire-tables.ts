import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/core/json.ts'
import { WORD } from '../../../src/core/words.ts'
import { ReceiptClaimsRecord } from '../../../src/protocol/records/receipt.ts'
import { WEBHOOK_EVENTS } from '../../../src/protocol/records/webhook-events.ts'
import { createSchemas, toSchema } from '../../../src/service/openapi/schemas.ts'
import { table, wrap } from './markdown.ts'

const MARK = /<!-- `npm run docs` writes (\w+) from src\/protocol\/records -->\n[\s\S]*?<!-- end of \1 -->/g

/** The records with a table in an earlier section. */
const ELSEWHERE = new Set(['LicenseRequest', 'License'])
/** Longer lists of values are in another reference. */
const MAX_VALUES = 8

/** Returns the page of the protocol with the current tables between its marks. */
export function withWireTables(page: string): string {
  const schemas = createSchemas()
  const tableOf = (name: string) => memberTable(asSchema(schemas[name]))
  const contents: Readonly<Record<string, () => string>> = {
    LicenseRequest: () => tableOf('LicenseRequest'),
    License: () => tableOf('License'),
    ReceiptClaims: () => memberTable(toSchema(ReceiptClaimsRecord)),
    WebhookEvents: webhookTable,
    records: () =>
      Object.entries(schemas)
        .filter(([name]) => !ELSEWHERE.has(name))
        .map(([name, schema]) => `### ${name}\n\n${describe(asSchema(schema))}`)
        .join('\n\n'),
  }
  const written: string[] = []
  const result = page.replace(MARK, (block, name: string) => {
    written.push(name)
    const [start = '', end = ''] = [block.slice(0, block.indexOf('\n')), block.slice(block.lastIndexOf('<!--'))]
    return `${start}\n\n${contents[name]?.()}\n\n${end}`
  })
  const missing = Object.keys(contents).filter((name) => !written.includes(name))
  if (missing.length > 0) throw new Error(`The page has no marks for ${missing.join(', ')}. Add them around the tables.`)
  return result
}

/** Describes a record: its meaning and its members, of each form if it has several. */
function describe(schema: JsonObject): string {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((form) => describe(asSchema(form))).join('\n\n')
  if (schema.type === 'array') return `${capitalize(typeOf(schema))}.`
  const meaning = wrap(String(schema.description))
  return Object.keys(asSchema(schema.properties)).length === 0 ? `${meaning} It is \`{}\`.` : `${meaning}\n\n${memberTable(schema)}`
}

function memberTable(schema: JsonObject): string {
  return table(['member', 'type', 'meaning'], memberRows(schema, ''))
}

/** Returns a row for each member, followed by the members of an object in it. */
function memberRows(schema: JsonObject, path: string): readonly (readonly string[])[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(asSchema(schema.properties)).flatMap(([name, value]) => {
    const member = asSchema(value)
    const inner = member.type === 'array' ? asSchema(member.items) : member
    const here = `${path}${name}`
    const type = member.default === undefined ? typeOf(member) : `${typeOf(member)}; default ${code(member.default)}`
    const row = [`\`${here}${required.includes(name) ? '' : '?'}\``, type, meaningOf(member)]
    return [row, ...memberRows(inner, member.type === 'array' ? `${here}[].` : `${here}.`)]
  })
}

function webhookTable(): string {
  const rows = Object.entries(WEBHOOK_EVENTS).map(([type, declaration]) => {
    const schema = toSchema(declaration)
    return [
      code(type),
      meaningOf(schema),
      memberRows(schema, '')
        .map(([name]) => name)
        .join(', '),
    ]
  })
  return table(['type', 'when', 'members of `data`'], rows)
}

function typeOf(schema: JsonObject): string {
  const { $ref, anyOf, type, pattern, format, items, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  if (typeof $ref === 'string') return link($ref.slice($ref.lastIndexOf('/') + 1))
  if (schema.const !== undefined) return code(schema.const)
  if (maxItems === 0) return '`[]`'
  if (Array.isArray(schema.enum) && schema.enum.length <= MAX_VALUES) return schema.enum.map(code).join(', ')
  if (Array.isArray(anyOf)) return anyOf.map((form) => formOf(asSchema(form))).join(' or ')
  if (type === 'array') {
    return withRange(`list of ${typeOf(asSchema(items))}`, range(minItems, maxItems))
  }
  if (type === 'null') return '`null`'
  if (format === 'date-time') return 'time'
  if (pattern === WORD.source) return 'word'
  if (type === 'string') return withRange(format === 'uri' ? 'URL' : 'text', range(minLength, maxLength))
  return withRange(String(type), range(minimum, maximum))
}

/** Writes one of several forms. The table has no rows for the members of one that is an object. */
function formOf(schema: JsonObject): string {
  return schema.type === 'object' ? `\`{${Object.keys(asSchema(schema.properties)).join(', ')}}\`` : typeOf(schema)
}

function meaningOf(schema: JsonObject): string {
  const nested = Array.isArray(schema.anyOf) ? schema.anyOf.map((form) => asSchema(form).description) : []
  const text = [schema.description, ...nested].find((one) => typeof one === 'string') ?? ''
  return String(text)
    .replaceAll('|', '\\|')
    .replace(/ RFC 3339 in UTC\./g, '')
}

/** Writes limits: `1 to 256`, `up to 2,000`, `at least 1`. */
function range(least: JsonValue | undefined, most: JsonValue | undefined): string {
  const [low, high] = [least, most].map((limit) => (typeof limit === 'number' ? limit.toLocaleString('en') : undefined))
  if (high !== undefined) return low === undefined || low === '0' ? `up to ${high}` : `${low} to ${high}`
  return low === undefined || low === '0' ? '' : `at least ${low}`
}

function withRange(type: string, limits: string): string {
  if (type === 'text' && limits === 'at least 1') return 'text, not empty'
  return limits === '' ? type : `${type}, ${limits}`
}

function link(name: string): string {
  return `[\`${name}\`](${ELSEWHERE.has(name) ? '#4-license-record-and-lifecycle' : `#${name.toLowerCase()}`})`
}

function code(value: JsonValue): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function asSchema(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
