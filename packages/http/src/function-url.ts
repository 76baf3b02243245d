import type { EpochMs } from '@replywright/contract/time.ts'
import { acceptHandshake, receiveEvents } from '@replywright/core/conversations/messages/handle-webhook.ts'
import { isCanaryToken } from '@replywright/core/operations/canary.ts'
import type { Clock } from '@replywright/core/platform/clock.ts'
import { logBriefly, logError, withFacts } from '@replywright/core/platform/log/log.ts'
import type { Context } from 'aws-lambda'

/** A request to a function URL, with the raw bytes of its body. */
export type RawRequest = Parameters<typeof receiveEvents>[0]

interface PlainResponse {
  readonly status: number
  readonly text: string
}

type Methods = Readonly<Record<string, (request: RawRequest) => Promise<PlainResponse>>>

interface Received {
  readonly body?: string | null | undefined
  readonly isBase64Encoded: boolean
  readonly headers: RawRequest['headers']
  readonly queryStringParameters?: RawRequest['query'] | null
}

/** A request to a function URL. */
interface UrlEvent extends Received {
  readonly rawPath: string
  readonly requestContext: { readonly requestId: string; readonly http: { readonly method: string } }
}

/** A request to a REST API that invokes the function. */
interface ApiEvent extends Received {
  readonly path: string
  readonly httpMethod: string
  readonly requestContext: { readonly requestId: string }
}

interface PlainResult {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Builds the Lambda handler of a function URL or of a REST API, one function per HTTP method. Plain-text responses; an error is a 500.
 */
export function functionUrl(
  methods: Methods,
): (event: UrlEvent | ApiEvent, context: Pick<Context, 'awsRequestId'>) => Promise<PlainResult> {
  return async (event, { awsRequestId: invocationId }) => {
    const { requestId } = event.requestContext
    const { status, text } = await withFacts({ requestId, invocationId }, () => handleRequest(methods, event))
    return { statusCode: status, headers: { 'content-type': 'text/plain' }, body: text }
  }
}

async function handleRequest(methods: Methods, event: UrlEvent | ApiEvent): Promise<PlainResponse> {
  const [method, path] =
    'httpMethod' in event ? [event.httpMethod, event.path] : [event.requestContext.http.method, event.rawPath]
  const handle = methods[method]
  if (!handle) return { status: 405, text: 'method not allowed' }
  try {
    return await handle({
      path,
      query: event.queryStringParameters ?? {},
      headers: lowerCase(event.headers),
      body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    })
  } catch (error) {
    logError('request.failed', error)
    return { status: 500, text: 'try again' }
  }
}

/** A function URL has names in lower case; API Gateway has them as the client sent them. */
function lowerCase(headers: RawRequest['headers']): RawRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Handles a channel's handshake: returns its challenge if the channel accepts it, otherwise 403. */
export async function respondToHandshake(request: RawRequest, now: EpochMs): Promise<PlainResponse> {
  const text = await acceptHandshake(request, now)
  return text === undefined ? { status: 403, text: 'forbidden' } : { status: 200, text }
}

/** Counts a delivery of the canary, which proves that messages are delivered. */
async function receiveCanary(token: string, now: EpochMs): Promise<PlainResponse> {
  if (!(await isCanaryToken(token, now))) return { status: 403, text: 'forbidden' }
  logBriefly('canary.received', {}, { CanaryReceived: 1 })
  return { status: 200, text: 'ok' }
}

const RESPONSES = {
  stored: { status: 200, text: 'ok' },
  failed: { status: 500, text: 'try again' },
  forged: { status: 403, text: 'bad signature' },
  unreadable: { status: 400, text: 'no valid JSON' },
}

/** The form of the signature of a delivery. Nothing else is ever returned to a caller. */
const SIGNATURE_FORM = /^t=\d{10},v1=[0-9a-f]{64}$/

/**
 * Receives a webhook of a channel. Returns 200 after everything in it is stored, 403 for an invalid signature, and 400
 * for a body that cannot be parsed. Returns 500 if something could not be stored, so that the channel retries.
 * With `?smoke`, it is the endpoint of `ops smoke`: it returns the signature of a delivery, so that the record of the
 * attempt proves what was received. With `?canary`, it is that of the canary.
 */
export async function receiveWebhook(request: RawRequest, clock: Clock): Promise<PlainResponse> {
  const ownSignature = request.headers['x-service-signature']
  if (request.query.smoke !== undefined && ownSignature && SIGNATURE_FORM.test(ownSignature))
    return { status: 200, text: ownSignature }
  if (request.query.canary !== undefined) return await receiveCanary(request.query.canary, clock())
  return RESPONSES[await receiveEvents(request, clock)]
}
