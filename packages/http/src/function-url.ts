import { logError } from '@messaging/core/platform/log/log.ts'
import { withFacts } from '@messaging/core/platform/log/log-context.ts'
import type { Context, LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda'

/** A request to a function URL, with the raw bytes of its body. */
export interface RawRequest {
  readonly query: Readonly<Record<string, string | undefined>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface PlainResponse {
  readonly status: number
  readonly text: string
}

type Methods = Readonly<Record<string, (request: RawRequest) => Promise<PlainResponse>>>

/** Builds a function URL's Lambda handler, one function per HTTP method. Plain-text responses; an error is a 500. */
export function functionUrl(
  methods: Methods,
): (event: LambdaFunctionURLEvent, context: Context) => Promise<LambdaFunctionURLResult> {
  return async (event, { awsRequestId: invocationId }) => {
    const { requestId } = event.requestContext
    const { status, text } = await withFacts({ requestId, invocationId }, () => handleRequest(methods, event))
    return { statusCode: status, headers: { 'content-type': 'text/plain' }, body: text }
  }
}

async function handleRequest(methods: Methods, event: LambdaFunctionURLEvent): Promise<PlainResponse> {
  const handle = methods[event.requestContext.http.method]
  if (!handle) return { status: 405, text: 'method not allowed' }
  try {
    return await handle({
      query: event.queryStringParameters ?? {},
      headers: event.headers,
      body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    })
  } catch (error) {
    logError('request.failed', error)
    return { status: 500, text: 'try again' }
  }
}
