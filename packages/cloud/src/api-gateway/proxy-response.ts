import * as v from 'valibot'
import type { HttpResponse } from './gateway-responses.ts'

const HeaderValue = v.union([v.string(), v.number(), v.boolean()])

/** What a function may return. Any other member makes the response malformed, as on AWS. */
const ProxyResponse = v.nullish(
  v.strictObject({
    statusCode: v.nullish(v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/))]), v.transform(Number))),
    headers: v.nullish(v.record(v.string(), v.nullable(HeaderValue))),
    multiValueHeaders: v.nullish(v.record(v.string(), v.array(HeaderValue))),
    body: v.nullish(v.string()),
    isBase64Encoded: v.nullish(v.boolean()),
  }),
)

/** Response headers that API Gateway reserves and renames. */
const REMAPPED = new Set(
  `authorization connection content-length content-md5 date expect host max-forwards proxy-authenticate server trailer
  upgrade user-agent via www-authenticate x-amzn-requestid`.split(/\s+/),
)

/** Converts a function's result to an HTTP response; `undefined` if it violates the contract of a proxy integration. */
export function proxyResponse(payload: unknown, acceptsBinary: boolean): HttpResponse | undefined {
  const parsed = v.safeParse(ProxyResponse, payload)
  if (!parsed.success || !parsed.output) return undefined
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.output
  const status = statusCode ?? 200
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined
  const merged = new Map<string, string | string[]>([['content-type', 'application/json']])
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value !== null) merged.set(outgoingName(name), String(value))
  }
  for (const [name, values] of Object.entries(multiValueHeaders ?? {}))
    merged.set(outgoingName(name), values.map(String))
  merged.delete('transfer-encoding')
  return {
    status,
    headers: Object.fromEntries(merged),
    body: isBase64Encoded && acceptsBinary ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  }
}

function outgoingName(name: string): string {
  const lower = name.toLowerCase()
  return REMAPPED.has(lower) ? `x-amzn-remapped-${lower}` : lower
}
