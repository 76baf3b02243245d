import type { JsonSchema } from '@replywright/contract/openapi/types.ts'
import { fragment, type Html, html, prose } from '../html.ts'
import { type Definition, innerObjects, schemaOf } from './inner-objects.ts'
import { limitsOf } from './limits.ts'
import { typeParts } from './type-parts.ts'

/** Lists the fields of an object, or of each of its alternatives. */
export function fieldList(schema: JsonSchema): Html {
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives)
    return html`<p>One of:</p><ul>${alternatives.map((each) => {
      const inner = schemaOf(each)
      return html`<li>${inner.properties ? fieldList(inner) : typeOf(inner)}</li>`
    })}</ul>`
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return html`<p class="type">${typeOf(schema)}</p>${innerList(schema)}`
  const isRequired = (name: string) => schema.required?.includes(name) === true
  const all = fields.length >= SHORTEST_SUMMARY && fields.every(([name]) => isRequired(name))
  return html`${all && html`<p class="type">All fields are required.</p>`}<dl class="fields">${fields.map(
    ([name, field]) => fieldEntry(name, schemaOf(field), !all && isRequired(name)),
  )}</dl>`
}

/** With at least this many fields, one sentence says that all are required. */
const SHORTEST_SUMMARY = 4

/** Describes a field or parameter: name, type, whether it is required, meaning, limits, and the objects within. */
export function fieldEntry(
  name: string,
  schema: JsonSchema,
  required: boolean,
  description = schema.description,
  location?: string,
): Html {
  const limits = limitsOf(schema)
  return html`<dt><code>${name}</code> <span class="type">${typeOf(schema)}${
    location !== undefined && `, ${location}`
  }</span>${
    required && html` <span class="required">required</span>`
  }${'deprecated' in schema && html` <span class="deprecated">deprecated</span>`}</dt><dd>${
    description !== undefined && html`<p>${prose(description)}</p>`
  }${limits.length > 0 && html`<p class="limits">${limits.join(', ')}</p>`}${innerList(schema)}</dd>`
}

/** Lists the fields of the objects without a name in a value. */
function innerList(schema: JsonSchema): Html {
  const [first, ...others] = innerObjects(schema)
  if (!first) return html``
  if (others.length === 0) return fieldList(first)
  return html`<p>One of:</p><ul>${[first, ...others].map(
    (each) =>
      html`<li>${each.description !== undefined && html`<p>${prose(each.description)}</p>`}${fieldList(each)}</li>`,
  )}</ul>`
}

/** Describes a type. A named type links to its fields. */
export function typeOf(definition: Definition): Html {
  return html`${typeParts(definition).map((part) => {
    if (typeof part === 'string') return html`${part}`
    if ('value' in part) return html`<code>${part.value}</code>`
    return html`<a href="#schema-${fragment(part.reference)}">${part.reference}</a>`
  })}`
}
