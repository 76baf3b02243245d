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
