import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { answer, listen, type Reply } from '@replywright/simulators/http.ts'

const VERSION = '/v26.0'

/** A request to the provider. */
export interface ProviderCall {
  readonly method: string
  /** The path after the version, with the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

type Respond = (call: ProviderCall) => Reply | 'hang up'

/** A provider that records requests and responds as a test defines. */
export interface StubProvider {
  /** The URL with the version. */
  readonly url: string
  readonly calls: readonly ProviderCall[]
  /** Sets the response to all further requests. */
  respond(how: Respond): void
  /** Removes the recorded calls, and responds with success. */
  reset(): void
  stop(): Promise<void>
}

const success: Respond = () => ({ status: 200, body: { success: true } })

export async function startStubProvider(): Promise<StubProvider> {
  const calls: ProviderCall[] = []
  let respond = success
  const server = await listen(async (request, response) => {
    const path = (request.url ?? '').replace(VERSION, '')
    const call = { method: request.method ?? '', path, headers: request.headers, body: await buffer(request) }
    calls.push(call)
    const reply = respond(call)
    if (reply === 'hang up') response.destroy()
    else answer(response, reply)
  })
  return {
    url: `${server.url}${VERSION}`,
    calls,
    respond(how) {
      respond = how
    },
    reset() {
      calls.length = 0
      respond = success
    },
    stop: () => server.close(),
  }
}
