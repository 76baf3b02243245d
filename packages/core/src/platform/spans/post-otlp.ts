import type { Ms } from '@replywright/contract/time.ts'
import type { Span } from './span.ts'

/** Kinds of spans in OTLP. */
const KINDS = { internal: 1, server: 2, client: 3 } as const
const ERROR = 2

interface Collector {
  /** The base URL of the collector. */
  readonly endpoint: string
  /** Headers besides that of the content type. */
  readonly headers: Readonly<Record<string, string>>
  /** The name of the deployment. */
  readonly stage: string
  readonly timeoutMs: Ms
}

/** Sends spans to a collector: OTLP over HTTP as JSON. @throws Error if it does not accept them in time */
export async function postOtlp(
  spans: readonly Span[],
  { endpoint, headers, stage, timeoutMs }: Collector,
): Promise<void> {
  const response = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(otlpOf(spans, stage)),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the collector responded with ${response.status}`)
}

/** Returns the headers of `name=value,…`, with decoded values, as the variable `OTEL_EXPORTER_OTLP_HEADERS` has them. */
export function readHeaders(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const end = pair.indexOf('=')
        return [pair.slice(0, end).trim().toLowerCase(), decoded(pair.slice(end + 1).trim())]
      }),
  )
}

/** A value with a percent sign of its own is sent as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Returns spans in the JSON of OTLP. */
export function otlpOf(spans: readonly Span[], stage: string): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'replywright', 'deployment.environment.name': stage }) },
        scopeSpans: [{ scope: { name: 'replywright' }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf({ traceId, spanId, parentSpanId, name, kind, startAt, endAt, attributes, error }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startAt),
    endTimeUnixNano: nanoseconds(Math.max(startAt, endAt)),
    attributes: attributesOf(attributes),
    status: error === undefined ? {} : { code: ERROR, message: error },
  }
}

/** As a text: the number exceeds what JSON numbers hold exactly. */
function nanoseconds(milliseconds: Ms): string {
  return `${Math.round(milliseconds)}000000`
}

function attributesOf(attributes: Span['attributes']): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyOf(value) }],
  )
}

function anyOf(value: string | number | boolean | readonly string[]): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } }
}
