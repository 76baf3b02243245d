import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { newId } from '../../platform/clock.ts'
import { copyToStorage } from '../../platform/objects/copy-to-storage.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import { providerFailed } from './forward.ts'
import { withoutToken } from './without-token.ts'

/** What a proxied call answers: the provider's JSON, or where the file that it answered is for a while. */
export type ProxyAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly text: string }
  | { readonly kind: 'file'; readonly url: string }

const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024
const LARGEST_FILE_BYTES = 100 * 1024 * 1024
/** The bucket removes what is below it after a day. */
const PREFIX = 'media/proxy/'
const URL_SECONDS = 300

/**
 * Reads an answer of the provider. JSON of up to 4 MB is passed on without access tokens; anything else is a file, which
 * where `keepsFiles` goes to storage.
 * @throws ServiceError `upstream_error` for what is neither, redirects, or breaks off
 */
export async function readUpstreamResponse(
  response: IncomingMessage,
  token: string,
  { keepsFiles, signal }: { readonly keepsFiles: boolean; readonly signal: AbortSignal },
): Promise<ProxyAnswer> {
  const { statusCode: status = 0, headers } = response
  if (status >= 300 && status < 400) {
    response.destroy()
    throw providerFailed()
  }
  const { bytes, complete } = await readUpTo(response, LARGEST_ANSWER_BYTES)
  const contentType = headers['content-type'] ?? ''
  // The provider calls some of its JSON text/javascript.
  const isJson = bytes.length === 0 || /^(application|text)\/([\w.+-]+\+)?(json|javascript)\b/i.test(contentType)
  if (complete && isJson) return { kind: 'json', status, text: withoutToken(bytes.toString(), token) }
  const length = complete ? bytes.length : Number(headers['content-length'] ?? Number.NaN)
  if (!keepsFiles || status !== 200 || !(length <= LARGEST_FILE_BYTES)) throw providerFailed()
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

/** The beginning of an answer, and whether it is all of it. What follows can still be read. */
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
