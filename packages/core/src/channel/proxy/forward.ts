import http from 'node:http'
import https from 'node:https'
import { ServiceError } from '../../platform/errors.ts'
import { getProviderBaseUrl } from '../provider/provider-settings.ts'

/** A call as it is sent on. Nothing else of the caller's goes with it. */
export interface ForwardedRequest {
  readonly method: string
  /** Checked path and query behind the provider's version. */
  readonly path: string
  /** The account's access token, in plain text. */
  readonly token: string
  readonly body?: { readonly contentType: string; readonly bytes: Buffer }
}

/**
 * Sends a call to the provider; resolves at its status line. The call is broken off when `signal` aborts. Redirects are not followed. Each call has a connection of its
 * own, so that none is lost on one that the provider closed meanwhile.
 * @throws ServiceError `upstream_error` when no status line came in time
 */
export async function forward(
  request: ForwardedRequest,
  now: number,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
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

/** 502 for a provider that cannot be reached, breaks off, or answers what no API answers. */
export function providerFailed(cause?: unknown): ServiceError {
  return new ServiceError('upstream_error', 'The messaging provider does not answer; try again.', undefined, { cause })
}
