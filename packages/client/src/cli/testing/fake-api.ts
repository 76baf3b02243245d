import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { timeOfId } from '../listen/inbox.ts'

export interface StoredDelivery {
  readonly id: string
  readonly webhookId: string
  readonly event: string
  readonly payload: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: { at: string; requestHeaders: Record<string, string>; signaturesShown: boolean }[]
}

export const WEBHOOK = {
  id: '0199f3a4-0000-7000-8000-000000000001',
  name: 'Demo',
  url: 'https://x.example/hook',
  enabled: true,
}
export const API_KEY = 'key-1'
const PAGE_SIZE = 2

/** A failure instead of the next response: an error response, or a closed connection. */
type Failure = { readonly status: number; readonly body: object } | 'cut'

/** Starts the reads of deliveries as the API has them, in memory, with small pages. */
export async function startFakeApi() {
  const deliveries: StoredDelivery[] = []
  const failures: Failure[] = []
  /** Ids whose read is a 500, and that have no details in lists. */
  const broken = new Set<string>()
  const requests: string[] = []
  const hooks: { afterPage: () => void } = { afterPage: () => {} }

  function reply(method: string, url: URL, key: string | undefined): { status: number; body: object } {
    if (key !== API_KEY) return error(401, 'authentication_failed', 'Invalid API key')
    const [, , , resource, id, action] = url.pathname.split('/')
    if (resource === 'webhooks') {
      if (!id) return { status: 200, body: { count: 1, next: null, previous: null, results: [WEBHOOK] } }
      return id === WEBHOOK.id ? { status: 200, body: WEBHOOK } : error(404, 'not_found', 'No such webhook')
    }
    if (!id) return { status: 200, body: page(url) }
    if (broken.has(id)) return error(500, 'server_error', 'Something failed')
    const found = deliveries.find((each) => each.id === id)
    if (!found) return error(404, 'not_found', 'No such delivery')
    if (method === 'GET' || action !== 'replay') return { status: 200, body: withCount(found) }
    const copy = { ...found, id: idAt(Date.now(), deliveries.length) }
    deliveries.push(copy)
    return { status: 201, body: { ...withCount(copy), originId: id } }
  }

  function page(url: URL): object {
    const { webhookId, since = '', cursor = 'g' } = Object.fromEntries(url.searchParams)
    const matching = deliveries
      .filter((each) => each.webhookId === webhookId && timeOfId(each.id) >= Date.parse(since) && each.id < cursor)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const results = matching.slice(0, PAGE_SIZE).map((each) => {
      const { payload, attempts, ...listed } = withCount(each)
      return { ...listed, ...(!broken.has(each.id) && { details: { payload, attempts: attempts.slice(-1) } }) }
    })
    const next =
      matching.length > PAGE_SIZE ? `https://public.example${url.pathname}?cursor=${results.at(-1)?.id}` : null
    hooks.afterPage()
    return { countAtLeast: 0, next, previous: 'https://public.example/', results }
  }

  const server = createServer((request, response) => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', 'http://api')
    requests.push(`${method} ${url.pathname}`)
    const failure = failures.shift()
    if (failure === 'cut') return request.socket.destroy()
    send(response, failure ?? reply(method, url, headers['x-api-key']?.toString()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    deliveries,
    broken,
    requests,
    failures,
    hooks,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns an id that sorts by time, as those of deliveries do. */
export function idAt(milliseconds: number, index: number): string {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(index).padStart(12, '0')}`
}

function withCount(delivery: StoredDelivery) {
  return { ...delivery, attemptCount: delivery.attempts.length }
}

function error(status: number, code: string, text: string) {
  return { status, body: { code, error: text } }
}

function send(response: ServerResponse, { status, body }: { status: number; body: object }): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
