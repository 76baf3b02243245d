import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import type { Verdict } from './verification.ts'

export interface Received {
  method: string
  /** Without the query. */
  path: string
  headers: IncomingHttpHeaders
  /** The exact bytes. */
  body: Buffer
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
  /** Milliseconds since the epoch. */
  receivedAt: number
  /** `X-Service-Event` and `X-Service-Delivery`. */
  event: string | undefined
  deliveryId: string | undefined
  verdict: Verdict
}

const Json = v.pipe(v.string(), v.parseJson())

export function receive(
  facts: Pick<Received, 'method' | 'path' | 'headers' | 'body' | 'receivedAt' | 'verdict'>,
): Received {
  const { success, output } = v.safeParse(Json, facts.body.toString())
  return {
    ...facts,
    json: success ? output : undefined,
    event: facts.headers['x-service-event']?.toString(),
    deliveryId: facts.headers['x-service-delivery']?.toString(),
  }
}

/** Returns a line that identifies a delivery. */
export function describeReceived({ method, path, event, deliveryId, verdict }: Received): string {
  return `${method} ${path} ${event ?? 'without event'} ${deliveryId ?? ''} (signature ${verdict.signature})`
}
