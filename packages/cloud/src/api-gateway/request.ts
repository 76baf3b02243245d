import type { IncomingMessage } from 'node:http'

/** A request whose body has been read. */
export interface HttpRequest {
  readonly method: string
  /** Path as it was sent: undecoded, without the query. */
  readonly path: string
  /** Query as it was sent, without the question mark. */
  readonly rawQuery: string
  /** Names and values as they were sent, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** The body was over the limit and is not there. */
  readonly oversized: boolean
  readonly sourceIp: string
  readonly protocol: string
}

/**
 * Reads a request whole. Of a body over `limitBytes` nothing is kept, but it is read to its end, so that the client
 * hears the answer.
 */
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

/** First value of a header, whatever the case of its name. */
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
