import http from 'node:http'
import https from 'node:https'
import { ServiceError } from '../../platform/errors.ts'
import { getProviderBaseUrl } from '../provider/provider-settings.ts'

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

/** Returns a 502 for a provider that is unreachable, interrupts, or sends no API response. */
export function providerFailed(cause?: unknown): ServiceError {
  return new ServiceError('upstream_error', 'The messaging provider does not respond. Try again.', undefined, { cause })
}
