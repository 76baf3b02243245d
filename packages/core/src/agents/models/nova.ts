import { isObject, type JsonObject } from '@replywright/contract/json.ts'

/** Amazon Nova models, which have their own form of tools and texts. */
const NOVA = /(^|\.)amazon\.nova-/

/** Nova may ignore a tool with other keywords at the top of its schema (Amazon Nova, "Troubleshooting tool calls"). */
const KNOWN = ['type', 'properties', 'required']

/** The reasoning before a tool call (Amazon Nova, "Invoking a tool"). It is not for the customer. */
const THOUGHTS = /<thinking>[\s\S]*?(?:<\/thinking>|$)\s*/g

type JsonSchema = Readonly<Record<string, unknown>>

/** Returns the schema of a tool for a model. Arguments are validated against the whole schema. */
export function shownSchema(modelId: string, schema: JsonSchema): JsonSchema {
  if (!NOVA.test(modelId)) return schema
  return Object.fromEntries(Object.entries(inlineReferences(schema)).filter(([name]) => KNOWN.includes(name)))
}

/** Returns the text of a model without its reasoning. */
export function spokenText(modelId: string, text: string): string {
  return NOVA.test(modelId) ? text.replaceAll(THOUGHTS, '').trimEnd() : text
}

/** Limits the size of schemas whose definitions refer to each other many times. */
const MOST_REFERENCES = 50

/**
 * Returns a JSON Schema in which each `$ref` to its own definitions is replaced by the definition. A recursive
 * reference, a reference to another document, or one beyond the limit is removed, so that any value is valid.
 */
export function inlineReferences(schema: JsonObject): JsonObject {
  let left = MOST_REFERENCES
  const inlineAll = (object: JsonObject, within: readonly string[]): JsonObject => {
    const { $ref, ...beside } = object
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, inline(value, within)]))
    if (within.includes($ref) || left-- <= 0) return inlineAll(beside, within)
    const target = targetOf(schema, $ref)
    return inlineAll(isObject(target) ? { ...target, ...beside } : beside, [...within, $ref])
  }
  const inline = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => inline(each, within))
    return isObject(value) ? inlineAll(value, within) : value
  }
  return inlineAll(schema, [])
}

/** Returns the target of a JSON pointer such as `#/$defs/Address`. */
function targetOf(schema: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  const names = reference.slice(2).split('/')
  return names.reduce<unknown>((value, name) => {
    const plain = name.replaceAll('~1', '/').replaceAll('~0', '~')
    return isObject(value) && Object.hasOwn(value, plain) ? value[plain] : undefined
  }, schema)
}
