import { isObject, type JsonObject } from '../../platform/json.ts'

/**
 * Corrects small mistakes of a model: converts between text and number or boolean where the schema requires it, and
 * drops null for optional values. Other mistakes stay, and the schema rejects them.
 */
export function coerceArguments(schema: unknown, value: unknown): unknown {
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
