import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { newId } from '../../platform/clock.ts'
import { copyToStorage } from '../../platform/objects/copy-to-storage.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import { providerFailed } from './forward.ts'

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
export async function readUpstreamResponse(
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
