import * as v from 'valibot'
import type { HttpResponse } from '../api-gateway/gateway-responses.ts'

const Structured = v.looseObject({
  statusCode: v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]),
  headers: v.optional(v.nullable(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])))),
  cookies: v.optional(v.nullable(v.array(v.string()))),
  body: v.unknown(),
  isBase64Encoded: v.optional(v.nullable(v.boolean())),
})

const JSON_CONTENT = { 'content-type': 'application/json' }

/**
 * Converts a function's result to an HTTP response. An object with a `statusCode` is a complete response. Any other
 * value is the body of a 200: a string unchanged, everything else as JSON.
 * @returns `undefined` for a `statusCode` with otherwise invalid members.
 */
export function functionUrlResponse(payload: unknown): HttpResponse | undefined {
  if (typeof payload !== 'object' || payload === null || !('statusCode' in payload)) {
    return { status: 200, headers: JSON_CONTENT, body: textOf(payload) }
  }
  const parsed = v.safeParse(Structured, payload)
  if (!parsed.success) return undefined
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) return undefined
  const own = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])
  const text = body === undefined || body === null ? '' : textOf(body)
  return {
    status: statusCode,
    headers: { ...JSON_CONTENT, ...Object.fromEntries(own), ...(cookies && { 'set-cookie': cookies }) },
    body: isBase64Encoded ? Buffer.from(text, 'base64') : text,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
}
