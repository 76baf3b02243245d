import * as v from 'valibot'

export const Uuid = v.pipe(v.string(), v.uuid())

/** ISO 8601 date-time in UTC with milliseconds. */
export const DateTime = v.pipe(v.string(), v.isoTimestamp())

export const None = v.object({})

/** The path parameter `{id}`. Accepts any string: an unknown id is a 404, not a 400. */
export const IdParams = v.object({ id: v.pipe(v.string(), v.metadata({ format: 'uuid' })) })

/** A phone number; plus, spaces and dashes are accepted. Parsed to 7 to 15 E.164 digits without plus. */
export const PhoneNumber = v.pipe(
  v.string(),
  v.metadata({ pattern: String.raw`^\s*\+?[\s-]*[1-9]([\s-]*\d){6,14}[\s-]*$` }),
  v.transform((text) => text.replace(/^\s*\+/, '').replace(/[\s-]/g, '')),
  v.regex(/^[1-9]\d{6,14}$/, 'must be a phone number in E.164 format, for example 447700900123'),
)
