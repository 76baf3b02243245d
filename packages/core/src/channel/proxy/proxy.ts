import { invalidField, notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { COPY_MILLISECONDS } from '../../platform/objects/copy-to-storage.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { getAccount } from '../accounts/get-account.ts'
import { forward } from './forward.ts'
import { ownershipOf } from './ownership.ts'
import { proxyTarget, type QueryPairs, refusedParameter } from './proxy-target.ts'
import { type ProxyAnswer, readUpstreamResponse } from './read-upstream-response.ts'

/** Time for a call that answers no file, to the last byte of the answer. */
const DEADLINE_MILLISECONDS = 12_000

/** A call of the provider's API as a client made it. */
export interface ProxyRequest {
  readonly method: string
  /** Behind `proxy/`, as it was requested: percent-encoded. */
  readonly path: string
  readonly query: QueryPairs
  readonly body?: ProxyBody
}

export type ProxyBody =
  | { readonly kind: 'json'; readonly text: string; readonly fields: readonly string[] }
  /** `contentType` carries the boundary. */
  | { readonly kind: 'multipart'; readonly contentType: string; readonly bytes: Buffer }

/**
 * Calls the provider's API in the name of an account. 400 for calls that are refused, 403 for an id of another account, 404
 * for an id that nobody knows, 502 when the provider does not answer.
 */
export async function proxy(
  organizationId: string,
  accountId: string,
  { method, path, query, body }: ProxyRequest,
  now: number,
): Promise<ProxyAnswer> {
  const keepsFiles = method === 'GET'
  const signal = AbortSignal.timeout(keepsFiles ? COPY_MILLISECONDS : DEADLINE_MILLISECONDS)
  const account = await getAccount(organizationId, accountId)
  const target = proxyTarget(path, query)
  if (target.kind === 'refused') throw refusal(target.reason)
  const field = body?.kind === 'json' ? refusedParameter(body.fields) : undefined
  if (field !== undefined) throw invalidField(field, 'cannot be sent through the proxy')
  // What a number or account itself takes, its webhooks among it, is sent as JSON only, whose fields are checked.
  if (body?.kind === 'multipart' && !target.hasEdge) throw invalidField('', 'a form is taken below an id only')
  const token = await decryptSecret('provider-token', organizationId, account.accessToken)
  const ownership = await ownershipOf(target.id, account, token, now)
  log('proxy.called', { organizationId, accountId, method, id: target.id, ownership })
  if (ownership === 'foreign') throw new ServiceError('permission_denied', 'The id in the path is of another account.')
  if (ownership === 'unknown') throw notFound('object of this account')
  const response = await forward({ method, path: target.path, token, body: body && content(body) }, now, signal)
  return await readUpstreamResponse(response, token, { keepsFiles, signal })
}

function content(body: ProxyBody): { contentType: string; bytes: Buffer } {
  return body.kind === 'json' ? { contentType: 'application/json', bytes: Buffer.from(body.text) } : body
}

function refusal(reason: string): ServiceError {
  const [path = '', ...message] = reason.split(': ')
  return invalidField(path, message.join(': '))
}
