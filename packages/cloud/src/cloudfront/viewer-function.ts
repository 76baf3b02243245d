import { createContext, Script } from 'node:vm'
import * as v from 'valibot'
import { type HttpRequest, headerOf } from '../api-gateway/request.ts'
import { textOf } from '../json.ts'
import type { Resource } from '../resource.ts'

/** The request that the function returned, or its response. */
export type Viewed =
  | { readonly kind: 'request'; readonly request: HttpRequest }
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
    }

/** A CloudFront Function at the viewer request. @throws Error when the function does. */
export type ViewerFunction = (request: HttpRequest, distributionId: string) => Promise<Viewed>

/** Of the clock, so it includes the time in which other processes run. */
const RUN_MILLISECONDS = 30_000

const MAX_CODE_BYTES = 10_240

const Value = v.object({ value: v.string(), multiValue: v.optional(v.array(v.object({ value: v.string() }))) })
const Values = v.optional(v.record(v.string(), Value), {})
const Body = v.union([v.string(), v.object({ encoding: v.optional(v.string()), data: v.string() })])
const Result = v.union([
  v.object({ statusCode: v.number(), headers: Values, body: v.optional(Body) }),
  v.object({ method: v.string(), uri: v.string(), querystring: Values, headers: Values, cookies: Values }),
])
type Values = v.InferOutput<typeof Values>

/**
 * Compiles an `AWS::CloudFront::Function`. It has no access outside the JavaScript language, and keeps no state between
 * requests. A run may take `runMilliseconds` of the clock.
 * @throws Error if its code is invalid or too large, or for another runtime.
 */
export function compileFunction(
  { stack, logicalId, properties }: Resource,
  runMilliseconds = RUN_MILLISECONDS,
): ViewerFunction {
  const config = properties.FunctionConfig
  const runtime = textOf(typeof config === 'object' && config && 'Runtime' in config ? config.Runtime : undefined)
  if (!runtime?.startsWith('cloudfront-js-'))
    throw new Error(`${stack}/${logicalId}: the runtime ${runtime} is not supported`)
  const code = textOf(properties.FunctionCode) ?? ''
  if (Buffer.byteLength(code) > MAX_CODE_BYTES)
    throw new Error(`${stack}/${logicalId}: the code is larger than ${MAX_CODE_BYTES} bytes`)
  const script = new Script(`${code}\n;(async () => JSON.stringify(await handler(JSON.parse(event))))()`, {
    filename: `${logicalId}.js`,
  })
  return async (request, distributionId) => {
    const context = createContext({ event: JSON.stringify(eventOf(request, distributionId)), console: { log() {} } })
    const result: unknown = await script.runInContext(context, { timeout: runMilliseconds })
    const parsed = v.safeParse(Result, JSON.parse(String(result)))
    if (!parsed.success) throw new Error(`${logicalId} returned neither a request nor a response`)
    return viewed(parsed.output, request)
  }
}

function eventOf(request: HttpRequest, distributionId: string) {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'cookie')
  return {
    version: '1.0',
    context: { distributionId, eventType: 'viewer-request' },
    viewer: { ip: request.sourceIp },
    request: {
      method: request.method,
      uri: request.path,
      querystring: grouped(request.rawQuery.split('&').filter(Boolean).map(pair('='))),
      headers: grouped(headers.map(([name, value]) => [name.toLowerCase(), value])),
      cookies: grouped((headerOf(request, 'cookie') ?? '').split(/;\s*/).filter(Boolean).map(pair('='))),
    },
  }
}

function viewed(result: v.InferOutput<typeof Result>, original: HttpRequest): Viewed {
  if ('statusCode' in result) {
    const { statusCode, headers, body = '' } = result
    const text = typeof body === 'string' ? body : Buffer.from(body.data, encodingOf(body.encoding)).toString()
    return { kind: 'response', status: statusCode, headers: Object.fromEntries(listed(headers)), body: text }
  }
  const { method, uri, querystring, headers, cookies } = result
  const cookie = listed(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  return {
    kind: 'request',
    request: {
      ...original,
      method,
      path: uri,
      rawQuery: listed(querystring)
        .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
        .join('&'),
      headers: [...listed(headers), ...(cookie ? [['cookie', cookie] as const] : [])],
    },
  }
}

function encodingOf(encoding: string | undefined): 'base64' | 'utf8' {
  return encoding === 'base64' ? 'base64' : 'utf8'
}

function pair(separator: string): (text: string) => readonly [string, string] {
  return (text) => {
    const [name = '', ...value] = text.split(separator)
    return [name, value.join(separator)]
  }
}

function grouped(pairs: readonly (readonly [string, string])[]): Values {
  const values: Values = {}
  for (const [name, value] of pairs) {
    const earlier = values[name]
    values[name] = earlier
      ? { ...earlier, multiValue: [...(earlier.multiValue ?? [{ value: earlier.value }]), { value }] }
      : { value }
  }
  return values
}

function listed(values: Values): readonly (readonly [string, string])[] {
  return Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((each) => [name, each.value] as const),
  )
}
