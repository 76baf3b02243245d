import type { JsonSchema } from '@replywright/contract/openapi/types.ts'
import { fragment, type Html, html, prose } from '../html.ts'

type Definition = JsonSchema | boolean | undefined

const schemaOf = (definition: Definition): JsonSchema => (typeof definition === 'object' ? definition : {})

/** Lists the fields of an object, or of each of its alternatives. */
export function fieldList(schema: JsonSchema): Html {
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives)
    return html`<p>One of:</p><ul>${alternatives.map((each) => {
      const inner = schemaOf(each)
      return html`<li>${inner.properties ? fieldList(inner) : typeOf(inner)}</li>`
    })}</ul>`
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return html`<p class="type">${typeOf(schema)}</p>`
  const isRequired = (name: string) => schema.required?.includes(name) === true
  const all = fields.length >= SHORTEST_SUMMARY && fields.every(([name]) => isRequired(name))
  return html`${all && html`<p class="type">All fields are required.</p>`}<dl class="fields">${fields.map(
    ([name, field]) => fieldEntry(name, schemaOf(field), !all && isRequired(name)),
  )}</dl>`
}

/** With at least this many fields, one sentence says that all are required. */
const SHORTEST_SUMMARY = 4

/** Describes a field or parameter: name, type, whether it is required, meaning and limits. */
export function fieldEntry(
  name: string,
  schema: JsonSchema,
  required: boolean,
  description = schema.description,
  location?: string,
): Html {
  const inner = Object.keys(schema.properties ?? {}).length > 0
  return html`<dt><code>${name}</code> <span class="type">${typeOf(schema)}${
    location !== undefined && `, ${location}`
  }</span>${
    required && html` <span class="required">required</span>`
  }${'deprecated' in schema && html` <span class="deprecated">deprecated</span>`}</dt><dd>${
    description !== undefined && html`<p>${prose(description)}</p>`
  }${limits(schema)}${inner && fieldList(schema)}</dd>`
}

/** Describes a type. A named type links to its fields. */
export function typeOf(definition: Definition): Html {
  const schema = schemaOf(definition)
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${fragment(name)}">${name}</a>`
  }
  if (schema.enum) return joined(schema.enum.map((value) => html`<code>${String(value)}</code>`))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return joined(choices.map(typeOf))
  // The parts of a schema with a type are rules about it (`anyRule`).
  if (schema.allOf && !schema.type) return joined(schema.allOf.map(typeOf), ' with ')
  const types = [schema.type].flat()
  if (types.includes('array'))
    return html`array of ${typeOf(Array.isArray(schema.items) ? schema.items[0] : schema.items)}${types.includes('null') && ' or null'}`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type
  return html`${type ?? 'any JSON'}${schema.format !== undefined && ` (${schema.format})`}`
}

function joined(parts: readonly Html[], word = ' or '): Html {
  return html`${parts.map((part, index) => html`${index > 0 && word}${part}`)}`
}

/** Larger limits are not shown: they only keep numbers exact. */
const LARGEST_SHOWN = 100_000_000

/** Lists the limits and the default of a value. */
function limits(schema: JsonSchema): Html {
  const parts = [
    schema.minLength !== undefined && `at least ${count(schema.minLength, 'character')}`,
    schema.maxLength !== undefined && `at most ${count(schema.maxLength, 'character')}`,
    schema.minItems !== undefined && `at least ${count(schema.minItems, 'item')}`,
    schema.maxItems !== undefined && `at most ${count(schema.maxItems, 'item')}`,
    schema.minimum !== undefined && schema.minimum > -LARGEST_SHOWN && `at least ${schema.minimum}`,
    schema.maximum !== undefined && schema.maximum < LARGEST_SHOWN && `at most ${schema.maximum}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((each) => each !== false)
  return html`${parts.length > 0 && html`<p class="limits">${parts.join(', ')}</p>`}`
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
