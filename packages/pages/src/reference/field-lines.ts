import type { JsonSchema } from '@replywright/contract/openapi/types.ts'
import { type Definition, innerObjects, schemaOf } from './inner-objects.ts'
import { limitsOf } from './limits.ts'
import { schemaName, type TypePart, typeParts } from './type-parts.ts'

/** How references to named schemas are written. */
export interface Names {
  /** Returns the text of a reference. */
  text(name: string): string
  /** Returns what the schema describes, or undefined. */
  description(name: string): string | undefined
}

/** Lists the fields of an object as Markdown, those of inner objects below their field; or the alternatives of a value. */
export function fieldLines(schema: JsonSchema, names: Names): readonly string[] {
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives)
    return alternatives.flatMap((each) => {
      const { $ref } = schemaOf(each)
      const description = $ref ? names.description(schemaName($ref)) : schemaOf(each).description
      return [`- ${typeText(each, names)}${colon(description)}`, ...inner(each, names)]
    })
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) {
    const facts = [typeText(schema, names), ...limitsOf(schema)]
    return [`- ${facts.join(', ')}`, ...inner(schema, names)]
  }
  return fields.flatMap(([name, field]) =>
    fieldEntry(name, schemaOf(field), names, schema.required?.includes(name) ? ['required'] : []),
  )
}

/**
 * Describes a field or parameter: its name, type, limits and meaning, and the fields of the objects within.
 * @param facts what else is said beside the type
 */
export function fieldEntry(
  name: string,
  schema: JsonSchema,
  names: Names,
  facts: readonly string[],
  description = schema.description,
): readonly string[] {
  const said = [typeText(schema, names), ...facts, ...limitsOf(schema)]
  if ('deprecated' in schema) said.push('deprecated')
  return [`- \`${name}\` (${said.join(', ')})${colon(description)}`, ...inner(schema, names)]
}

/** Lists the fields of the objects without a name in a value, indented. */
function inner(definition: Definition, names: Names): readonly string[] {
  const [first, ...others] = innerObjects(definition)
  if (!first) return []
  if (others.length === 0) return indented(fieldLines(first, names))
  return indented(
    [first, ...others].flatMap((each, index) => [
      `- ${index === 0 ? 'either' : 'or'}${colon(each.description)}`,
      ...indented(fieldLines(each, names)),
    ]),
  )
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}

function colon(description: string | undefined): string {
  return description === undefined ? '' : `: ${description}`
}

/** Describes a type as Markdown. */
export function typeText(definition: Definition, names: Names): string {
  const text = (part: TypePart) => {
    if (typeof part === 'string') return part
    return 'value' in part ? `\`${part.value}\`` : names.text(part.reference)
  }
  return typeParts(definition).map(text).join('')
}
