import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { mediaType } from '../api-gateway/request.ts'
import type { Headers } from './response-headers.ts'

/** CloudFront's limits on what it compresses. */
const SMALLEST_BYTES = 1000
const LARGEST_BYTES = 10_000_000

const STATUSES = new Set([200, 403, 404])

const TYPES =
  /^(text\/|application\/(javascript|json|xml|manifest\+json|wasm|vnd\.ms-fontobject|x-javascript|rss\+xml|xhtml\+xml)|font\/(ttf|otf|opentype)|image\/svg\+xml)/

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** An answer as it comes from an origin. */
export interface OriginAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** Compresses what is worth it in the best encoding that is allowed and accepted. */
export async function compressed(
  answer: OriginAnswer,
  allowed: readonly ('br' | 'gzip')[],
  acceptEncoding: string,
): Promise<OriginAnswer> {
  const { status, headers, body } = answer
  const encoding = allowed.find((each) => accepts(acceptEncoding, each))
  const isWorthIt =
    STATUSES.has(status) &&
    headers['content-encoding'] === undefined &&
    body.length >= SMALLEST_BYTES &&
    body.length <= LARGEST_BYTES &&
    TYPES.test(mediaType(String(headers['content-type'] ?? '')))
  if (!encoding || !isWorthIt) return answer
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

/** Compressed bytes are not the same bytes, which a strong tag would say. */
function weak(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`
}
