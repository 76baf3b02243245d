import { nearest, suggestion } from '../nearest.ts'
import type { Schema } from '../operations/read-input.ts'

/**
 * Returns a line for each field of a value that its schema does not have: `tools.0.nam: unknown field; did you mean name?`. Where the schema
 * also allows any JSON, only what is probably a misspelt field or word is a line.
 */
export function unknownFields(value: unknown, schema: Schema, path: readonly string[] = [], isOpen = false): string[] {
  const { properties, items, words, additionalProperties, isAny } = merged(schema)
  const open = isOpen || isAny
  if (Array.isArray(value))
    return items ? value.flatMap((item, index) => unknownFields(item, items, [...path, String(index)], open)) : []
  if (typeof value === 'string') return open ? misspelt(value, words, path) : []
  if (typeof value !== 'object' || value === null) return []
  // A JSON Schema of parameters has names of the author in `properties`.
  if (open && Object.hasOwn(value, 'properties')) return []
  const names = Object.keys(properties)
  return Object.entries(value).flatMap(([name, field]) => {
    const place = [...path, name]
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (known) return unknownFields(field, known, place, open)
    const hint = suggestion(name, names)
    return names.length === 0 || (open && hint === '') ? [] : [`${place.join('.')}: unknown field${hint}`]
  })
}

interface Merged {
  readonly properties: Readonly<Record<string, Schema>>
  readonly items: Schema | undefined
  /** The texts that are allowed. */
  readonly words: readonly string[]
  readonly additionalProperties: Schema | undefined
  /** Whether any JSON is allowed besides. */
  readonly isAny: boolean
}

/** Returns what the alternatives of a schema allow together. */
function merged(schema: Schema): Merged {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (!alternatives) {
    const { properties = {}, items, enum: words = [], additionalProperties } = schema
    return {
      properties,
      items,
      words: words.filter((word) => typeof word === 'string'),
      additionalProperties: typeof additionalProperties === 'object' ? additionalProperties : undefined,
      isAny: false,
    }
  }
  const all = alternatives.map(merged)
  const names = new Set(all.flatMap(({ properties }) => Object.keys(properties)))
  const inAll = (name: string): Schema => {
    const [first = {}, ...others] = all.flatMap(({ properties }) => properties[name] ?? [])
    return others.length === 0 ? first : { anyOf: [first, ...others] }
  }
  return {
    properties: Object.fromEntries([...names].map((name) => [name, inAll(name)])),
    items: all.find(({ items }) => items)?.items,
    words: all.flatMap(({ words }) => words),
    additionalProperties: all.find(({ additionalProperties }) => additionalProperties)?.additionalProperties,
    isAny: alternatives.some(({ type, properties, anyOf, oneOf }) => !type && !properties && !anyOf && !oneOf),
  }
}

function misspelt(word: string, words: readonly string[], path: readonly string[]): string[] {
  const isKnown = words.some((known) => known.toLowerCase() === word.toLowerCase())
  const meant = isKnown ? undefined : nearest(word, words)
  return meant === undefined ? [] : [`${path.join('.')}: unknown word ${word}; did you mean ${meant}?`]
}
