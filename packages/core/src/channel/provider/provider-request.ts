import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { parseJson } from '../../platform/json.ts'
import { type Facts, log } from '../../platform/log/log.ts'
import { getProviderBaseUrl } from './provider-settings.ts'

/** One call of the provider's API. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the version, with query: `/106540352242922/messages`. */
  readonly path: string
  /** The account's access token. */
  readonly token: string
  /** Sent as JSON. */
  readonly body?: object
  /** From the name's resolution to the last byte of the answer. @default 10,000 */
  readonly timeoutMilliseconds?: number
}

/** What became of a call. */
export type ProviderAnswer =
  /** `body` is the parsed JSON; undefined when the answer is none. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** The provider was never reached: the call certainly had no effect. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  /** The call was sent and no whole answer came: whether it had its effect is not known. */
  | { readonly kind: 'unknown'; readonly cause: string }

const DEADLINE_MILLISECONDS = 10_000
const LARGEST_ANSWER_BYTES = 5 * 1024 * 1024

/** Calls the provider's API once. Never throws for what the provider or the network does. */
export async function requestProvider(request: ProviderRequest, now: number): Promise<ProviderAnswer> {
  const body = request.body && JSON.stringify(request.body)
  const { method, path, token, timeoutMilliseconds = DEADLINE_MILLISECONDS } = request
  let call: OpenCall | undefined
  try {
    const url = new URL(`${await getProviderBaseUrl(now)}${path}`)
    call = openCall(url, method, token, body, now, AbortSignal.timeout(timeoutMilliseconds))
    const response = await call.response
    const text = await readText(response)
    const status = response.statusCode ?? 0
    if (status >= 500) logFailure({ method, status })
    return { kind: 'answered', status, body: parseJson(text)?.value }
  } catch (error) {
    const failure = { kind: call?.isSent() ? ('unknown' as const) : ('unreachable' as const), cause: causeOf(error) }
    logFailure({ method, ...failure })
    return failure
  }
}

function logFailure(facts: Facts): void {
  log('provider.failed', facts, { ProviderErrors: 1 })
}

/** A file as the provider sends it. */
export interface ProviderFile {
  readonly status: number
  readonly bytes: http.IncomingMessage
}

/** Opens a file at a URL that the provider named, until `signal` aborts. @throws Error when the provider does not answer */
export async function openProviderFile(
  url: string,
  token: string,
  now: number,
  signal: AbortSignal,
): Promise<ProviderFile> {
  const response = await openCall(new URL(url), 'GET', token, undefined, now, signal).response
  return { status: response.statusCode ?? 0, bytes: response }
}

interface OpenCall {
  readonly response: Promise<http.IncomingMessage>
  /** Whether there was a connection to write the request to. */
  isSent(): boolean
}

function openCall(
  url: URL,
  method: string,
  token: string,
  body: string | undefined,
  now: number,
  signal: AbortSignal,
): OpenCall {
  const secure = url.protocol === 'https:'
  let sent = false
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (secure ? https : http).request(url, {
      method,
      agent: freshAgent(secure, now),
      signal,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      },
    })
    request.once('socket', (socket: Socket) => {
      if (!socket.connecting) sent = true
      else socket.once(secure ? 'secureConnect' : 'connect', () => (sent = true))
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
  return { response, isSent: () => sent }
}

const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
/** A connection that rested longer may have been closed by the provider, which looks like a lost answer to a call. */
const RESTED_MILLISECONDS = 10_000
let lastCallAt = 0

function freshAgent(secure: boolean, now: number): http.Agent {
  const agent = agents[secure ? 'https' : 'http']
  if (now - lastCallAt > RESTED_MILLISECONDS)
    for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  lastCallAt = now
  return agent
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > LARGEST_ANSWER_BYTES) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  return 'code' in error ? String(error.code) : error.message
}
