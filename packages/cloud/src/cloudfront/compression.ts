import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { mediaType } from '../api-gateway/request.ts'
import type { Headers } from './response-headers.ts'

/** CloudFront's size limits for compression. */
const SMALLEST_BYTES = 1000
const LARGEST_BYTES = 10_000_000

const STATUSES = new Set([200, 403, 404])

const TYPES =
  /^(text\/|application\/(javascript|json|xml|manifest\+json|wasm|vnd\.ms-fontobject|x-javascript|rss\+xml|xhtml\+xml)|font\/(ttf|otf|opentype)|image\/svg\+xml)/

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export interface OriginResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** Compresses a response that qualifies with the best encoding that is allowed and accepted. */
export async function compressed(
  response: OriginResponse,
  allowed: readonly ('br' | 'gzip')[],
  acceptEncoding: string,
): Promise<OriginResponse> {
  const { status, headers, body } = response
  const encoding = allowed.find((each) => accepts(acceptEncoding, each))
  const isWorthIt =
    STATUSES.has(status) &&
    headers['content-encoding'] === undefined &&
    body.length >= SMALLEST_BYTES &&
    body.length <= LARGEST_BYTES &&
    TYPES.test(mediaType(String(headers['content-type'] ?? '')))
  if (!encoding || !isWorthIt) return response
  const packed = await (encoding === 'br' ? promisify(brotliCompress)(body, QUALITY) : promisify(gzip)(body))
  return {
    status,
    body: packed,
    headers: {
      ...headers,
      ...(headers.etag !== undefined && { etag: weak(String(headers.etag)) }),
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
    },
  }
}

function accepts(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .some(([name, quality]) => name === encoding && quality !== 'q=0')
}

/** Makes an ETag weak, because compressed bytes differ and a strong tag claims identical bytes. */
function weak(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`
}
