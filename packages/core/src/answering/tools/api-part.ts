import { isObject, type JsonObject } from '../../platform/json.ts'

/** What one place of a request holds, and who says so. */
export type Part =
  /** The model fills it, with what `schema` allows. */
  | { readonly kind: 'described'; readonly schema: JsonObject }
  | { readonly kind: 'fixed'; readonly value: unknown }
  | ObjectPart
  /** As many items as the model names, each made like `item`. */
  | { readonly kind: 'list'; readonly item: Part }

export interface ObjectPart {
  readonly kind: 'object'
  readonly fields: readonly Field[]
  /** Whether it is sent as an array of the fields' values. */
  readonly array: boolean
}

export interface Field {
  readonly name: string
  /** What the model calls it: models accept fewer characters, and know one namespace for the whole request. */
  readonly argument: string
  readonly required: boolean
  readonly part: Part
}

/** The JSON Schema of what the model fills; undefined when there is nothing to fill. */
export function schemaOf(part: Part): JsonObject | undefined {
  switch (part.kind) {
    case 'described':
      return part.schema
    case 'fixed':
      return undefined
    case 'list': {
      const items = schemaOf(part.item)
      return items && { type: 'array', items }
    }
    case 'object':
      return objectSchema(part.fields)
  }
}

function objectSchema(fields: readonly Field[]): JsonObject | undefined {
  const filled = fields.flatMap(({ part, ...field }) => {
    const schema = schemaOf(part)
    return schema ? [{ ...field, schema }] : []
  })
  if (filled.length === 0) return undefined
  const needed = filled.filter(({ required, schema }) => required && !isOptional(schema))
  return {
    type: 'object',
    properties: Object.fromEntries(filled.map(({ argument, schema }) => [argument, schema])),
    required: needed.map(({ argument }) => argument),
    additionalProperties: false,
  }
}

/** An object that may be empty may be absent too. */
function isOptional({ type, properties, required }: JsonObject): boolean {
  return type === 'object' && properties !== undefined && Array.isArray(required) && required.length === 0
}

/**
 * What is sent in a place; undefined for nothing.
 * @param arg what the model said
 * @param fix gives a fixed value its final form
 */
export function fillPart(part: Part, arg: unknown, fix: (value: unknown) => unknown): unknown {
  switch (part.kind) {
    case 'described':
      return arg
    case 'fixed':
      return fix(part.value)
    case 'list':
      if (!schemaOf(part.item)) return [fillPart(part.item, undefined, fix)]
      return Array.isArray(arg) ? arg.map((item) => fillPart(part.item, item, fix)) : undefined
    case 'object': {
      const filled = fillFields(part.fields, arg, fix)
      if (filled.length === 0) return undefined
      return part.array ? filled.map(([, value]) => value) : Object.fromEntries(filled)
    }
  }
}

/** The fields that have a value, by their names. */
export function fillFields(
  fields: readonly Field[],
  arg: unknown,
  fix: (value: unknown) => unknown,
): (readonly [name: string, value: unknown])[] {
  const args = isObject(arg) ? arg : {}
  return fields.flatMap(({ name, argument, part }) => {
    const value = fillPart(part, Object.hasOwn(args, argument) ? args[argument] : undefined, fix)
    return value === undefined ? [] : [[name, value] as const]
  })
}
