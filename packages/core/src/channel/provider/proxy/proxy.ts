import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { newId } from '../../../platform/clock.ts'
import { invalidField, notFound, ServiceError } from '../../../platform/errors.ts'
import { log } from '../../../platform/log/log.ts'
import { COPY_MILLISECONDS, copyToStorage } from '../../../platform/objects/copy-to-storage.ts'
import { signedUrl } from '../../../platform/objects/objects.ts'
import { decryptSecret } from '../../../platform/secrets/secrets.ts'
import { NumberEntity } from '../../numbers/number-entity.ts'
import { listNumbers } from '../../numbers/numbers.ts'
import { AccountEntity, type AccountItem, getAccount } from '../accounts/account-entity.ts'
import { requestProvider } from '../provider-request.ts'
import { getProviderBaseUrl } from '../provider-settings.ts'
import { proxyTarget, type QueryPairs, refusedParameter } from './proxy-target.ts'

/** The time limit of a call without a file, up to the last byte of the response. */
const DEADLINE_MILLISECONDS = 12_000

/** A client's call of the provider's API. */
export interface ProxyRequest {
  readonly method: string
  /** The path after `proxy/` as requested, percent-encoded. */
  readonly path: string
  readonly query: QueryPairs
  readonly body?: ProxyBody
}

export type ProxyBody =
  | { readonly kind: 'json'; readonly text: string; readonly fields: readonly string[] }
  /** `contentType` has the boundary. */
  | { readonly kind: 'multipart'; readonly contentType: string; readonly bytes: Buffer }

/**
 * Calls the provider's API for an account.
 * @throws ServiceError 400 for a forbidden call, 403 for an id of another account, 404 for an unknown id, 502 if the
 * provider does not respond
 */
export async function proxy(
  organizationId: string,
  accountId: string,
  { method, path, query, body }: ProxyRequest,
  now: EpochMs,
): Promise<ProxyResponse> {
  const storesFiles = method === 'GET'
  const signal = AbortSignal.timeout(storesFiles ? COPY_MILLISECONDS : DEADLINE_MILLISECONDS)
  const account = await getAccount(organizationId, accountId)
  const target = proxyTarget(path, query)
  if (target.kind === 'refused') throw refusal(target.reason)
  const field = body?.kind === 'json' ? refusedParameter(body.fields) : undefined
  if (field !== undefined) throw invalidField(field, 'cannot be sent through the proxy')
  // Settings of a number or account, such as its webhooks, are only sent as JSON, whose fields are checked.
  if (body?.kind === 'multipart' && !target.hasEdge)
    throw invalidField('', 'multipart/form-data is only accepted for paths that continue after the id; send JSON')
  const token = await decryptSecret('provider-token', organizationId, account.accessToken)
  const ownership = await ownershipOf(target.id, account, token, now)
  log('proxy.called', { organizationId, accountId, method, id: target.id, ownership })
  if (ownership === 'foreign')
    throw new ServiceError('permission_denied', 'The id in the path belongs to another account.')
  if (ownership === 'unknown') throw notFound('object of this account', 'path')
  const response = await forward({ method, path: target.path, token, body: body && content(body) }, now, signal)
  return await readUpstreamResponse(response, token, { storesFiles, signal })
}

function content(body: ProxyBody): { contentType: string; bytes: Buffer } {
  return body.kind === 'json' ? { contentType: 'application/json', bytes: Buffer.from(body.text) } : body
}

function refusal(reason: string): ServiceError {
  const [path = '', ...message] = reason.split(': ')
  return invalidField(path, message.join(': '))
}

/** The owner of a provider id, relative to an account. */
type Ownership = 'own' | 'foreign' | 'unknown'

/**
 * Returns who owns an id. Accounts and numbers are stored in the table. For templates and media files the provider is
 * called, because only it knows all of them. Storing each such id would cost a write per media message.
 */
async function ownershipOf(id: string, account: AccountItem, token: string, now: EpochMs): Promise<Ownership> {
  if (id === account.waId) return 'own'
  const [{ data: number }, { data: accounts }] = await Promise.all([
    NumberEntity.get({ phoneNumberId: id }).go({ consistent: true }),
    AccountEntity.query.byWaId({ waId: id }).go(),
  ])
  if (number) return number.accountId === account.id ? 'own' : 'foreign'
  if (accounts.length > 0) return 'foreign'
  const fetchJson = (path: string) => getJson(path, token, now)
  return (await isMediaOf(id, account, fetchJson)) || (await isTemplateOf(id, account, fetchJson)) ? 'own' : 'unknown'
}

/** Returns the JSON of a GET to the provider, or undefined if the provider rejects it. */
type FetchJson = (path: string) => Promise<unknown>

const Media = v.object({ mime_type: v.string(), sha256: v.string() })

/** The provider rejects the id of a media file with any number but the one that it belongs to. */
async function isMediaOf(id: string, account: AccountItem, fetchJson: FetchJson): Promise<boolean> {
  const numbers = await listNumbers(account.organizationId)
  for (const { phoneNumberId, accountId } of numbers)
    if (accountId === account.id && v.is(Media, await fetchJson(`/${id}?phone_number_id=${phoneNumberId}`))) return true
  return false
}

const Template = v.object({ name: v.pipe(v.string(), v.nonEmpty()) })
const Templates = v.object({ data: v.array(v.object({ id: v.string() })) })

/** Returns whether the id is among the account's templates of its name. Each language has its own template. */
async function isTemplateOf(id: string, { waId }: AccountItem, fetchJson: FetchJson): Promise<boolean> {
  const template = v.safeParse(Template, await fetchJson(`/${id}?fields=name`))
  if (!template.success) return false
  const query = new URLSearchParams({ name: template.output.name, fields: 'id', limit: '100' })
  const templates = v.safeParse(Templates, await fetchJson(`/${waId}/message_templates?${query}`))
  return templates.success && templates.output.data.some((other) => other.id === id)
}

async function getJson(path: string, token: string, now: EpochMs): Promise<unknown> {
  const result = await requestProvider({ method: 'GET', path, token }, now)
  if (result.kind !== 'response' || result.status >= 500) throw providerFailed()
  return result.status < 400 ? result.body : undefined
}

/** A call to forward. Nothing else of the caller's request is sent. */
interface ForwardedRequest {
  readonly method: string
  /** Checked path and query after the provider's version. */
  readonly path: string
  /** The account's access token, in plain text. */
  readonly token: string
  readonly body?: { readonly contentType: string; readonly bytes: Buffer }
}

/**
 * Sends a call to the provider and resolves when the status line arrives. Aborts when `signal` aborts. Redirects are
 * not followed. Each call has its own connection, so that none fails on a connection that the provider has closed.
 * @throws ServiceError `upstream_error` if no status line arrived in time
 */
async function forward(request: ForwardedRequest, now: EpochMs, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { method, token, body } = request
  const url = new URL(`${await getProviderBaseUrl(now)}${request.path}`)
  return await new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(method !== 'GET' && { 'Content-Length': body?.bytes.length ?? 0 }),
        ...(body && { 'Content-Type': body.contentType }),
      },
      agent: false,
      signal,
    })
    sent.once('response', resolve)
    sent.on('error', (cause) => reject(providerFailed(cause)))
    sent.end(body?.bytes)
  })
}

/** Returns a 502 for a provider that is unreachable, interrupts, or sends no API response. */
function providerFailed(cause?: unknown): ServiceError {
  return new ServiceError('upstream_error', 'The messaging provider does not respond. Try again.', undefined, { cause })
}

/** The response of a proxied call: the provider's JSON, or a temporary URL of the provider's file. */
export type ProxyResponse =
  | { readonly kind: 'json'; readonly status: number; readonly text: string }
  | { readonly kind: 'file'; readonly url: string }

const MAX_JSON_BYTES = 4 * 1024 * 1024
const MAX_FILE_BYTES = 100 * 1024 * 1024
/** The bucket deletes objects with this prefix after a day. */
const PREFIX = 'media/proxy/'
const URL_SECONDS = 300

/**
 * Reads a response of the provider. Returns JSON of up to 4 MB without access tokens. Any other response is a file,
 * which is stored if `storesFiles`.
 * @throws ServiceError `upstream_error` for any other response, a redirect, or an incomplete one
 */
async function readUpstreamResponse(
  response: IncomingMessage,
  token: string,
  { storesFiles, signal }: { readonly storesFiles: boolean; readonly signal: AbortSignal },
): Promise<ProxyResponse> {
  const { statusCode: status = 0, headers } = response
  if (status >= 300 && status < 400) {
    response.destroy()
    throw providerFailed()
  }
  const { bytes, complete } = await readUpTo(response, MAX_JSON_BYTES)
  const contentType = headers['content-type'] ?? ''
  // The provider sends some of its JSON as text/javascript.
  const isJson = bytes.length === 0 || /^(application|text)\/([\w.+-]+\+)?(json|javascript)\b/i.test(contentType)
  if (complete && isJson) return { kind: 'json', status, text: withoutToken(bytes.toString(), token) }
  const length = complete ? bytes.length : Number(headers['content-length'] ?? Number.NaN)
  if (!storesFiles || status !== 200 || !(length <= MAX_FILE_BYTES)) throw providerFailed()
  const key = `${PREFIX}${newId()}`
  try {
    const body = complete ? Readable.from([bytes]) : Readable.from(following(bytes, response))
    await copyToStorage(
      key,
      { bytes: body, contentType: contentType || 'application/octet-stream', size: length },
      signal,
    )
  } finally {
    response.destroy()
  }
  return { kind: 'file', url: await signedUrl(key, undefined, URL_SECONDS) }
}

/** Reads the beginning of a response, and whether it is complete. The rest can still be read. */
async function readUpTo(response: IncomingMessage, limit: number): Promise<{ bytes: Buffer; complete: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk)
      length += chunk.length
      if (length > limit) return { bytes: Buffer.concat(chunks), complete: false }
    }
  } catch (cause) {
    throw providerFailed(cause)
  }
  return { bytes: Buffer.concat(chunks), complete: true }
}

async function* following(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** Paging links have the token as `access_token`. Not parsed: its numbers can exceed JavaScript's precision. */
export function withoutToken(text: string, token: string): string {
  return text.replace(/access_token=[^&"'\\\s]*/g, 'access_token=').replaceAll(token, '')
}
