import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A request with its complete body. */
export interface HttpRequest {
  readonly method: string
  /** Path as sent: not decoded, without the query. */
  readonly path: string
  /** Query as sent, without the question mark. */
  readonly rawQuery: string
  /** Names and values as sent, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** Whether the body exceeded the limit. Such a body is discarded. */
  readonly oversized: boolean
  readonly sourceIp: string
  readonly protocol: string
}

/** A body over `limitBytes` is discarded but read to its end, so that the client receives the response. */
export async function readRequest(message: IncomingMessage, limitBytes: number): Promise<HttpRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += chunk.length
    if (size <= limitBytes) chunks.push(chunk)
    else chunks.length = 0
  }
  const [path = '/', ...query] = (message.url ?? '/').split('?')
  return {
    method: message.method ?? 'GET',
    path,
    rawQuery: query.join('?'),
    headers: pairs(message.rawHeaders),
    body: Buffer.concat(chunks),
    oversized: size > limitBytes,
    sourceIp: message.socket.remoteAddress ?? '127.0.0.1',
    protocol: `HTTP/${message.httpVersion}`,
  }
}

/** Returns the length of path and query as sent. */
export function urlLength({ path, rawQuery }: HttpRequest): number {
  return path.length + (rawQuery === '' ? 0 : 1 + rawQuery.length)
}

/** Returns the first value of a header. The name is case-insensitive. */
export function headerOf(request: HttpRequest, name: string): string | undefined {
  return request.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1]
}

/** `image/png; q=1, text/html` → `image/png`, in lower case. */
export function mediaType(header: string | undefined): string {
  return header?.split(/[,;]/)[0]?.trim().toLowerCase() ?? ''
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] satisfies [string, string]] : [],
  )
}

/** Returns a request's headers with those that AWS's front ends set, which replace the client's of the same names. */
export function forwardedHeaders(request: HttpRequest, arrivedAt: number): [name: string, value: string][] {
  const seconds = Math.floor(arrivedAt / 1000).toString(16)
  const added: [string, string][] = [
    ['X-Amzn-Trace-Id', `Root=1-${seconds}-${randomBytes(12).toString('hex')}`],
    ['X-Forwarded-For', [headerOf(request, 'x-forwarded-for'), request.sourceIp].filter(Boolean).join(', ')],
    ['X-Forwarded-Port', headerOf(request, 'host')?.split(':')[1] ?? '80'],
    ['X-Forwarded-Proto', 'http'],
  ]
  const replaced = new Set(added.map(([name]) => name.toLowerCase()))
  const kept = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()))
  return [...kept.map(([name, value]): [string, string] => [name, value]), ...added]
}

/** `09/Apr/2026:12:34:56 +0000` */
export function requestTime(arrivedAt: number): string {
  const [, day, month, year, time] = new Date(arrivedAt).toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}

/** Returns whether a `Content-Type`, or the first type of an `Accept`, is one of the API's binary media types. */
export function isBinary(binaryMediaTypes: readonly string[], header: string | undefined): boolean {
  if (binaryMediaTypes.includes('*/*')) return true
  const own = mediaType(header)
  return binaryMediaTypes.some((type) => {
    const wanted = type.toLowerCase()
    return wanted === own || (wanted.endsWith('/*') && own.startsWith(wanted.slice(0, -1)))
  })
}
