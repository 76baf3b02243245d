import type { IncomingHttpHeaders } from 'node:http'
import { answer, listen, type Reply, readBody } from '@messaging/simulators/http.ts'

const VERSION = '/v26.0'

/** One call as the provider got it. */
export interface ProviderCall {
  readonly method: string
  /** Behind the version, with query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

type Respond = (call: ProviderCall) => Reply | 'hang up'

/** A provider that writes down what it is asked, and answers what a test says. */
export interface StubProvider {
  /** With the version. */
  readonly url: string
  readonly calls: readonly ProviderCall[]
  /** What it answers from now on. */
  respond(how: Respond): void
  /** Forgets the calls, and answers success. */
  reset(): void
  stop(): Promise<void>
}

const success: Respond = () => ({ status: 200, body: { success: true } })

export async function startStubProvider(): Promise<StubProvider> {
  const calls: ProviderCall[] = []
  let respond = success
  const server = await listen(async (request, response) => {
    const path = (request.url ?? '').replace(VERSION, '')
    const call = { method: request.method ?? '', path, headers: request.headers, body: await readBody(request) }
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
