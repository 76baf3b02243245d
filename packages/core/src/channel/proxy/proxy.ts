import { invalidField, notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { COPY_MILLISECONDS } from '../../platform/objects/copy-to-storage.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { getAccount } from '../accounts/get-account.ts'
import { forward } from './forward.ts'
import { ownershipOf } from './ownership.ts'
import { proxyTarget, type QueryPairs, refusedParameter } from './proxy-target.ts'
import { type ProxyResponse, readUpstreamResponse } from './read-upstream-response.ts'

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
  now: number,
): Promise<ProxyResponse> {
  const keepsFiles = method === 'GET'
  const signal = AbortSignal.timeout(keepsFiles ? COPY_MILLISECONDS : DEADLINE_MILLISECONDS)
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
  return await readUpstreamResponse(response, token, { keepsFiles, signal })
}

function content(body: ProxyBody): { contentType: string; bytes: Buffer } {
  return body.kind === 'json' ? { contentType: 'application/json', bytes: Buffer.from(body.text) } : body
}

function refusal(reason: string): ServiceError {
  const [path = '', ...message] = reason.split(': ')
  return invalidField(path, message.join(': '))
}
