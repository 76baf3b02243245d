import { isObject, type JsonObject } from './json.ts'

/** One part of a request, and who fills it. */
export type Part =
  /** The model fills it with a value that `schema` allows. */
  | { readonly kind: 'described'; readonly schema: JsonObject }
  | { readonly kind: 'fixed'; readonly value: unknown }
  | ObjectPart
  /** A list of any length from the model; each item has the same form. */
  | { readonly kind: 'list'; readonly item: Part }

export interface ObjectPart {
  readonly kind: 'object'
  readonly fields: readonly Field[]
  /** Whether it is sent as an array of the fields' values. */
  readonly array: boolean
}

export interface Field {
  readonly name: string
  /** Name of the argument for the model. Models accept fewer characters, and all fields share one namespace. */
  readonly argument: string
  readonly required: boolean
  readonly part: Part
}

/** Returns the JSON Schema of the values that the model fills, or undefined if there are none. */
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

/** An object whose fields are all optional is optional too. */
function isOptional({ type, properties, required }: JsonObject): boolean {
  return type === 'object' && properties !== undefined && Array.isArray(required) && required.length === 0
}

/** Returns the fixed values of a part. */
export function fixedValuesOf(part: Part): readonly unknown[] {
  switch (part.kind) {
    case 'described':
      return []
    case 'fixed':
      return [part.value]
    case 'list':
      return fixedValuesOf(part.item)
    case 'object':
      return part.fields.flatMap((field) => fixedValuesOf(field.part))
  }
}

/**
 * Returns the value to send, or undefined for no value.
 * @param arg the model's value
 * @param fix replaces the placeholders of a fixed value
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

/** Returns the fields that have a value, by name. */
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
