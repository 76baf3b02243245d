import * as v from 'valibot'

export const Uuid = v.pipe(v.string(), v.uuid())

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

/** The path parameter `{id}`. Accepts any string: an unknown id is a 404, not a 400. */
export const IdParams = v.object({ id: v.string() })

/** A phone number; plus, spaces and dashes are accepted. Parsed to 7 to 15 E.164 digits without plus. */
export const PhoneNumber = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^\s*\+/, '').replace(/[\s-]/g, '')),
  v.regex(/^[1-9]\d{6,14}$/, 'must be a phone number in E.164 format, for example 447700900123'),
)
