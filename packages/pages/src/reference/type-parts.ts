import { type Definition, itemsOf, schemaOf } from './inner-objects.ts'

/** A part of the description of a type: words, a named schema, or a value. */
export type TypePart = string | { readonly reference: string } | { readonly value: string }

/** Describes a type: "array of `AgentTool` or null", "string (uuid)". */
export function typeParts(definition: Definition): readonly TypePart[] {
  const schema = schemaOf(definition)
  if (schema.$ref) return [{ reference: schemaName(schema.$ref) }]
  if (schema.enum)
    return joined(
      schema.enum.map((value) => [{ value: String(value) }]),
      ' or ',
    )
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return joined(choices.map(typeParts), ' or ')
  // The parts of a schema with a type are rules about it (`anyRule`).
  if (schema.allOf && !schema.type) return joined(schema.allOf.map(typeParts), ' with ')
  const types = [schema.type ?? 'any JSON'].flat()
  const orNull = types.includes('null') && types.length > 1 ? [' or null'] : []
  if (types.includes('array')) return ['array of ', ...typeParts(itemsOf(schema)), ...orNull]
  const { additionalProperties: values } = schema
  if (typeof values === 'object' && Object.keys(values).length > 0)
    return ['object with values of type ', ...typeParts(values), ...orNull]
  const name = types.filter((type) => type !== 'null' || types.length === 1).join(' or ')
  return [schema.format === undefined ? name : `${name} (${schema.format})`, ...orNull]
}

/** Returns the name of a schema that a reference points to. */
export function schemaName(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}

/** Joins the descriptions that differ. */
function joined(descriptions: readonly (readonly TypePart[])[], word: string): readonly TypePart[] {
  const different = new Map(descriptions.map((parts) => [JSON.stringify(parts), parts]))
  return [...different.values()].flatMap((parts, index) => (index === 0 ? parts : [word, ...parts]))
}
