import { entriesFor, isRecord, isSchema, partsOf } from '@replywright/contract/absent-nulls.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import * as v from 'valibot'

/** A header of more bytes could be rejected on its way. */
const MOST_NAMES = 20
const LONGEST_NAME = 100

/**
 * Returns the header that names the fields of a body that the endpoint does not know: `X-Ignored-Fields`, separated by
 * commas and percent-encoded. It omits read-only fields, which callers send back as they received them.
 */
export function ignoredFieldsHeader(
  { body, response }: Pick<Endpoint, 'body' | 'response'>,
  json: unknown,
): Record<string, string> {
  const names = unknownFields(body, response, json).slice(0, MOST_NAMES)
  const encoded = names.map((name) => encodeURIComponent(name.toWellFormed()).slice(0, LONGEST_NAME))
  return names.length === 0 ? {} : { 'x-ignored-fields': encoded.join(', ') }
}

/** Returns the paths of the fields that the schema lacks at their place, except those that `shown` has as read-only. */
function unknownFields(
  schema: v.GenericSchema,
  shown: unknown,
  value: unknown,
  path: readonly string[] = [],
): string[] {
  const { item, wrapped } = partsOf(schema)
  const known = isSchema(shown) ? shown : undefined
  const parts = known ? partsOf(known) : {}
  if (isSchema(wrapped)) return unknownFields(wrapped, shown, value, path)
  if (isSchema(parts.wrapped)) return unknownFields(schema, parts.wrapped, value, path)
  if (isSchema(item) && Array.isArray(value))
    return value.flatMap((element, index) => unknownFields(item, parts.item, element, [...path, String(index)]))
  const entries = entriesFor(schema, value)
  if (!entries || schema.type === 'loose_object' || !isRecord(value)) return []
  const shownEntries = (known && entriesFor(known, value)) ?? {}
  return Object.entries(value).flatMap(([name, field]) => {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
    const place = [...path, name]
    if (isSchema(entry)) return unknownFields(entry, shownEntries[name], field, place)
    return Object.hasOwn(shownEntries, name) && isReadOnly(shownEntries[name]) ? [] : [place.join('.')]
  })
}

function isReadOnly(schema: unknown): boolean {
  return isSchema(schema) && Object(v.getMetadata(schema)).readOnly === true
}
