import * as v from 'valibot'
import { maxCharacters } from './fields.ts'
import { HeaderName, HeaderValue } from './mcp-connectors.ts'

/** Maximum number of headers that a user adds to the deliveries of a webhook, and of the characters of a value. */
const MOST_HEADERS = 10
const LONGEST_VALUE = 1024

/** Headers that the service sets, that describe the body, or that belong to the connection. */
const RESERVED =
  /^(x-service-.*|webhook-.*|content-.*|proxy-.*|host|user-agent|accept-encoding|connection|expect|http2-settings|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

export const WebhookHeaders = v.pipe(
  v.record(
    v.pipe(
      HeaderName,
      v.check(
        (name) => !RESERVED.test(name),
        'must not be a header of the service (X-Service-…, webhook-…, User-Agent), of the body (Content-…) or of the connection',
      ),
    ),
    v.pipe(HeaderValue, maxCharacters(LONGEST_VALUE)),
  ),
  v.check((headers) => Object.keys(headers).length <= MOST_HEADERS, `must be at most ${MOST_HEADERS} headers`),
  v.check((headers) => {
    const names = Object.keys(headers)
    return new Set(names.map((name) => name.toLowerCase())).size === names.length
  }, 'must not have the same name twice'),
  v.metadata({ maxProperties: MOST_HEADERS }),
)
