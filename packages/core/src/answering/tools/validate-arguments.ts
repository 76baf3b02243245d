import { type OutputUnit, type SchemaDraft, validate } from '@cfworker/json-schema'
import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { TookTooLongError, withinTime } from '../../platform/within-time.ts'

/** Valid arguments, or the problems for the model to read. */
type Validated =
  | { readonly args: JsonObject; readonly problems?: undefined }
  | { readonly problems: readonly string[]; readonly args?: undefined }

/** A schema from an MCP server can contain regular expressions with exponential run time. */
const LONGEST_MS = 500
const MOST_PROBLEMS = 10
/** Keywords whose errors only repeat that a nested error exists. */
const WRAPPERS = [
  'properties',
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  '$recursiveRef',
]

/**
 * Validates a model's arguments against a tool's JSON Schema of any draft, after small corrections (`coerceArguments`).
 * A schema that cannot be evaluated, for example because it refers to another document, accepts all arguments.
 */
export function validateArguments(schema: JsonObject, sent: unknown): Validated {
  if (!isObject(sent)) return { problems: ['the arguments must be a JSON object'] }
  try {
    // The validator writes into the schemas that it reads.
    const own = structuredClone(schema)
    const args = coerceArguments(own, sent)
    const problems = withinTime(LONGEST_MS, () => problemsOf(own, args))
    if (problems.length > 0) return { problems }
    return { args: isObject(args) ? args : sent }
  } catch (error) {
    if (error instanceof TookTooLongError) return { problems: ['the arguments took too long to check'] }
    if (error instanceof RangeError) return { problems: ['the arguments are nested too deeply to check'] }
    return { args: sent }
  }
}

function problemsOf(schema: JsonObject, args: unknown): string[] {
  const { valid, errors } = validate(args, schema, draftOf(schema), undefined, false)
  if (valid) return []
  const telling = errors.filter(({ keyword }) => !WRAPPERS.includes(keyword))
  const lines = (telling.length > 0 ? telling : errors).map(problemLine)
  return [...new Set(lines)].slice(0, MOST_PROBLEMS)
}

/** Returns the draft of a schema. The default of MCP is 2020-12. */
function draftOf({ $schema }: JsonObject): SchemaDraft {
  const named = String($schema ?? '')
  if (/draft-0[0-4]/.test(named)) return '4'
  if (/draft-0[67]/.test(named)) return '7'
  return named.includes('2019-09') ? '2019-09' : '2020-12'
}

function problemLine({ instanceLocation, keyword, error }: OutputUnit): string {
  const steps = instanceLocation.split('/').slice(1).map(decodeStep)
  return `${steps.join('.') || 'arguments'}: ${keyword === 'false' ? 'is unknown.' : error}`
}

/** Decodes one step of a JSON Pointer in a URI fragment (RFC 6901). */
function decodeStep(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * Corrects small mistakes of a model: converts between text and number or boolean where the schema requires it, and
 * drops null for optional values. Other mistakes stay, and the schema rejects them.
 */
function coerceArguments(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value
  if (isObject(value)) return coerceProperties(schema, value)
  if (Array.isArray(value)) return value.map((item) => coerceArguments(schema.items, item))
  return coerceScalar(schema.type, value)
}

function coerceProperties({ properties, required }: JsonObject, value: JsonObject): JsonObject {
  if (!isObject(properties)) return value
  const needed = Array.isArray(required) ? required : []
  const present = Object.entries(value).filter(
    ([name, inner]) => inner !== null || needed.includes(name) || !refusesNull(own(properties, name)),
  )
  return Object.fromEntries(present.map(([name, inner]) => [name, coerceArguments(own(properties, name), inner)]))
}

function own(properties: JsonObject, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

function refusesNull(schema: unknown): boolean {
  return isObject(schema) && typeof schema.type === 'string' && schema.type !== 'null'
}

function coerceScalar(type: unknown, value: unknown): unknown {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (typeof value !== 'string') return value
  if (type === 'boolean' && ['true', 'false'].includes(value)) return value === 'true'
  const isNumber = (type === 'number' || type === 'integer') && /^-?\d+(\.\d+)?$/.test(value.trim())
  return isNumber ? Number(value) : value
}
