import http from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { parseJson } from '@replywright/contract/json.ts'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'
import { type Facts, log } from '../../platform/log/log.ts'
import { dialledUrl, guardedLookup, systemGuard } from '../../platform/outbound/address-guard.ts'
import { redirectOf } from '../../platform/outbound/request-outbound.ts'
import { ProviderRefusal } from '../port.ts'
import { readErrorBody } from './provider-error.ts'
import { getProviderBaseUrl } from './provider-settings.ts'

export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query after the version: `/106540352242922/messages`. */
  readonly path: string
  /** The account's access token. */
  readonly token: string
  /** Sent as JSON. */
  readonly body?: object
  /** The whole file of an upload, instead of a body. */
  readonly bytes?: Uint8Array
  /** From the name resolution to the last byte of the response. @default 10,000 */
  readonly timeoutMilliseconds?: Ms
}

export type ProviderResult =
  /** `body` is the parsed JSON, or undefined if the response is not JSON. */
  | { readonly kind: 'response'; readonly status: number; readonly body: unknown }
  /** The request was never sent: the call had no effect. */
  | { readonly kind: 'unreachable'; readonly failure: string }
  /** The request was sent, but the response is missing or incomplete: the effect is unknown. */
  | { readonly kind: 'unknown'; readonly failure: string }

const DEADLINE_MILLISECONDS = 10_000
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024
const MAX_FILE_REDIRECTS = 3

/** Calls the provider's API once. Never throws for a failure of the provider or the network. */
export async function requestProvider(request: ProviderRequest, now: EpochMs): Promise<ProviderResult> {
  const body = request.bytes ?? (request.body && stringifyExactJson(request.body))
  const { method, path, token, timeoutMilliseconds = DEADLINE_MILLISECONDS } = request
  let call: OpenCall | undefined
  try {
    const url = new URL(`${await getProviderBaseUrl(now)}${path}`)
    call = openCall({ url, method, token, body, signal: AbortSignal.timeout(timeoutMilliseconds) }, now)
    const response = await call.response
    const text = await readText(response)
    const status = response.statusCode ?? 0
    if (status >= 500) logFailure({ method, status })
    return { kind: 'response', status, body: parseJson(text)?.value }
  } catch (error) {
    const failure = failureOf(error)
    const kind = call?.isSent() ? 'unknown' : 'unreachable'
    logFailure({ method, kind, cause: failure })
    return { kind, failure }
  }
}

function logFailure(facts: Facts): void {
  log('provider.failed', facts, { ProviderErrors: 1 })
}

interface ProviderFile {
  readonly status: number
  readonly bytes: http.IncomingMessage
}

/**
 * Opens a file at a URL of the provider, until `signal` aborts. Follows redirects; only the origin of `url` gets the
 * token.
 * @throws Error if the provider does not respond, or the guard rejects an address
 */
export async function openProviderFile(
  url: string,
  token: string,
  now: EpochMs,
  signal: AbortSignal,
  guard = systemGuard,
): Promise<ProviderFile> {
  const { origin } = new URL(url)
  let next = url
  for (let left = MAX_FILE_REDIRECTS; ; left -= 1) {
    const target = dialledUrl(next, guard)
    if (!target) throw new InternalError('the guard rejects the URL of a file')
    const lookup = guardedLookup(guard)
    const sent = { url: target, method: 'GET', token: target.origin === origin ? token : undefined, signal, lookup }
    const response = await openCall(sent, now).response
    const { statusCode: status = 0, headers } = response
    const location = redirectOf(status, headers, target.href)
    if (location === undefined || left === 0) return { status, bytes: response }
    response.destroy()
    next = location
  }
}

interface Call {
  readonly url: URL
  readonly method: string
  readonly token: string | undefined
  readonly body?: string | Uint8Array | undefined
  readonly signal: AbortSignal
  /** Resolves the host, and rejects addresses that are not allowed. @default any address: operators set the API's URL */
  readonly lookup?: LookupFunction
}

interface OpenCall {
  readonly response: Promise<http.IncomingMessage>
  /** Returns whether a connection existed to write the request to. */
  isSent(): boolean
}

function openCall({ url, method, token, body, signal, lookup }: Call, now: EpochMs): OpenCall {
  const isFile = typeof body === 'object'
  const secure = url.protocol === 'https:'
  let sent = false
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (secure ? https : http).request(url, {
      method,
      agent: freshAgent(secure, now),
      signal,
      ...(lookup && { lookup }),
      headers: {
        Accept: 'application/json',
        // The provider's host of files refuses requests without one.
        'User-Agent': 'Service-Agent/1.0',
        // Uploads have a scheme of their own.
        ...(token !== undefined && { Authorization: `${isFile ? 'OAuth' : 'Bearer'} ${token}` }),
        ...(isFile && { file_offset: '0' }),
        ...(body !== undefined && {
          'Content-Type': isFile ? 'application/octet-stream' : 'application/json',
          'Content-Length': Buffer.byteLength(body),
        }),
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
/** The provider may have closed an older idle connection; a call on it would have an unknown outcome. */
const MAX_IDLE_MILLISECONDS = 10_000
let lastCallAt = 0

function freshAgent(secure: boolean, now: EpochMs): http.Agent {
  const agent = agents[secure ? 'https' : 'http']
  if (now - lastCallAt > MAX_IDLE_MILLISECONDS)
    for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  lastCallAt = now
  return agent
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) throw new InternalError('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  return 'code' in error ? String(error.code) : error.message
}

/** Calls once, returns the JSON. @throws ProviderRefusal; ServiceError `upstream_error` if the outcome is unknown */
export async function callProvider(request: ProviderRequest, now: EpochMs): Promise<unknown> {
  const result = await requestProvider(request, now)
  if (result.kind !== 'response' || result.status >= 500 || result.body === undefined)
    throw new ServiceError('upstream_error', 'The messaging provider does not respond. Try again.')
  if (result.status < 400) return result.body
  const { code = 'upstream_error', message = 'The messaging provider rejected the request.' } =
    readErrorBody(result.body) ?? {}
  throw new ProviderRefusal(code, message)
}
