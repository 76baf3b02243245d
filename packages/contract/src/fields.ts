import * as v from 'valibot'

/** A UUID. UUIDs are compared in lower case. */
export const Uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())

/** An id that a caller sends. Accepts any string: an unknown id is reported as such, whatever its form. */
export const Id = v.pipe(v.string(), v.transform(lowerCaseUuid))

/** Returns a UUID in lower case, and any other text unchanged. */
export function lowerCaseUuid(text: string): string {
  return v.UUID_REGEX.test(text) ? text.toLowerCase() : text
}

/** Checks the number of Unicode code points, which `maxLength` of JSON Schema counts. */
/* @__NO_SIDE_EFFECTS__ */
export function maxCharacters<const Most extends number>(most: Most) {
  return v.maxCodePoints<string, Most, string>(most, `must be at most ${most} characters`)
}

/* @__NO_SIDE_EFFECTS__ */
export function minCharacters<const Least extends number>(least: Least) {
  return v.minCodePoints<string, Least, string>(least, `must be at least ${least} characters`)
}

/** Rejects lone surrogates: neither the table nor a request in UTF-8 can hold them. */
export const wellFormed = v.check((text: string) => text.isWellFormed(), 'must be well-formed Unicode')

/** ISO 8601 date-time in UTC with milliseconds. */
export const DateTime = v.pipe(v.string(), v.isoTimestamp())

/** A time in a query or body (ISO 8601 with a zone). Parsed as milliseconds since the epoch. */
export const Moment = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text),
    'must be an ISO 8601 date-time with a zone',
  ),
  v.metadata({ format: 'date-time' }),
  v.transform((text) => Date.parse(text)),
  v.check((at) => !Number.isNaN(at), 'must be an ISO 8601 date-time with a zone'),
)

export const None = v.object({})

/** Marks a field that the service sets. It is in responses and not stored with what callers send. */
/* @__NO_SIDE_EFFECTS__ */
export function readOnly<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(schema, v.metadata({ readOnly: true }))
}

/** Sets the value of a field that is not sent. @default `''`, 0, false, `[]` or null, by the type */
/* @__NO_SIDE_EFFECTS__ */
export function initially<const Schema extends v.GenericSchema>(schema: Schema, value: v.InferOutput<Schema>) {
  return v.pipe(schema, v.metadata({ default: value }))
}

/** Marks a field that is a secret text, or JSON whose fixed values are secrets (`apiSchema`). */
/* @__NO_SIDE_EFFECTS__ */
export function secret<const Schema extends v.GenericSchema>(schema: Schema, kind: 'text' | 'fixed-values' | 'url') {
  return v.pipe(schema, v.metadata({ 'x-secret': kind }))
}

/** Returns whether a schema or a part of it is marked as secret (`secret`). */
export function hasSecret(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return 'x-secret' in schema || Object.values(schema).some(hasSecret)
}

/**
 * Adds rules of which at least one applies to the fields or items of a schema. They are in `allOf`, because generators of
 * clients read an `anyOf` beside `properties` as the types of the schema.
 */
/* @__NO_SIDE_EFFECTS__ */
export function anyRule<Value>(...rules: readonly object[]) {
  return v.metadata<Value, { readonly allOf: readonly object[] }>({ allOf: [{ anyOf: rules }] })
}

/** An absolute URL that the messaging provider or a customer opens. */
export const HttpUrl = v.pipe(
  v.string(),
  v.url('must be an absolute URL'),
  v.regex(/^[Hh][Tt][Tt][Pp][Ss]?:/, 'must be http or https'),
  maxCharacters(2048),
)

/** Calls `build`, which reads the fields of other schemas. Without this mark, the bundler would keep schemas that a function does not use. */
/* @__NO_SIDE_EFFECTS__ */
export function derived<Schema>(build: () => Schema): Schema {
  return build()
}

/** The path parameter `{id}`. Accepts any string: an unknown id is a 404, not a 400. */
export const IdParams = v.object({ id: v.pipe(v.string(), v.metadata({ format: 'uuid' })) })

/** A phone number in a response. Paths contain it, so it has no plus; events have the E.164 format. */
export const PhoneDigits = v.pipe(
  v.string(),
  v.description('Digits without plus, as in all requests and responses. Events have the same number with a plus.'),
)

/** Removes plus, spaces and dashes from a phone number. */
export function digitsOf(text: string): string {
  return text.replace(/^\s*\+/, '').replace(/[\s-]/g, '')
}

/** The form of a phone number as callers may write it, for JSON Schema. */
export const PHONE_NUMBER_PATTERN: string = String.raw`^\s*\+?[\s-]*[1-9]([\s-]*\d){6,14}[\s-]*$`

const DIGITS = /^[1-9]\d{6,14}$/

/** Returns what a text that is no phone number should be: `, such as 447700900123`, or with the number that was meant. */
export function phoneHint(text: string): string {
  const meant = text.replace(/\D/g, '').replace(/^00/, '')
  return DIGITS.test(meant) ? `: write ${meant}` : ', for example 447700900123'
}

/** A phone number; plus, spaces and dashes are accepted. Parsed to 7 to 15 E.164 digits without plus. */
export const PhoneNumber = v.pipe(
  v.string(),
  v.metadata({ pattern: PHONE_NUMBER_PATTERN }),
  v.transform(digitsOf),
  v.regex(DIGITS, ({ input }) => `must be a phone number in E.164 format${phoneHint(input)}`),
)
