import type { OutgoingHttpHeaders } from 'node:http'
import { objectAt, objectsOf, textsOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'

/** A CORS rule of a bucket. Patterns may contain one `*`. */
export interface CorsRule {
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  readonly headers: readonly string[]
}

/** Reads a bucket's rules from its properties in the template. */
export function corsRules(properties: JsonObject): CorsRule[] {
  return objectsOf(objectAt(properties, 'CorsConfiguration').CorsRules).map((rule) => ({
    origins: textsOf(rule.AllowedOrigins),
    methods: textsOf(rule.AllowedMethods),
    headers: textsOf(rule.AllowedHeaders),
  }))
}

/** Returns the headers that let a page of `origin` read the response; none if no rule allows `method` and `headers`. */
export function corsHeaders(
  rules: readonly CorsRule[],
  origin: string | undefined,
  method: string,
  headers: readonly string[] = [],
): OutgoingHttpHeaders | undefined {
  if (origin === undefined) return undefined
  const rule = rules.find(
    (each) =>
      each.methods.includes(method) &&
      each.origins.some((pattern) => matches(pattern, origin)) &&
      headers.every((header) => each.headers.some((pattern) => matches(pattern.toLowerCase(), header.toLowerCase()))),
  )
  if (!rule) return undefined
  return {
    'access-control-allow-origin': rule.origins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  }
}

function matches(pattern: string, value: string): boolean {
  const [start = '', end] = pattern.split('*', 2)
  if (end === undefined) return value === pattern
  return value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end)
}
