import type { EventBridge } from '@aws-sdk/client-eventbridge'
import type { Ms } from '@replywright/contract/time.ts'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { connectionCause } from '../../platform/outbound/exchange.ts'
import type { Answer, Outcome } from '../../platform/outbound/send-request.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import type { DeliveryItem } from '../delivery-entity.ts'
import { entryOf } from '../webhooks/event-bus.ts'

/** One client per region, because a bus can be in another region. Loaded on first use. */
const openClient = oncePerKey(async (region: string) => {
  const { EventBridge } = await import('@aws-sdk/client-eventbridge')
  // A retry is an attempt of its own.
  return new EventBridge({ ...AWS_CLIENT, maxAttempts: 1, region })
})

/**
 * Sends a delivery to an event bus. Never throws: a refusal is an HTTP status (`statusOf`), and a missing response an
 * error, as of an endpoint. The body is the entry of the response: its `EventId`, or `ErrorCode` and `ErrorMessage`.
 */
export async function putEvent(
  busArn: string,
  delivery: Pick<DeliveryItem, 'id' | 'webhookId' | 'event' | 'createdAt'>,
  payload: string,
  deadlineMs: Ms,
): Promise<Answer> {
  const started = performance.now()
  const abortSignal = AbortSignal.timeout(deadlineMs)
  const entry = {
    EventBusName: busArn,
    ...entryOf(delivery),
    Time: new Date(delivery.createdAt),
    Detail: payload,
  }
  const client = await openClient(busArn.split(':')[3] ?? '')
  const result = await put(client, entry, abortSignal)
  return {
    headers: {},
    bodyCut: false,
    bodyLate: false,
    ...result,
    durationMs: Math.round(performance.now() - started),
  }
}

async function put(
  client: EventBridge,
  entry: object,
  abortSignal: AbortSignal,
): Promise<{ readonly outcome: Outcome; readonly body: string }> {
  try {
    const { Entries: [{ EventId, ErrorCode, ErrorMessage } = {}] = [] } = await client.putEvents(
      { Entries: [entry] },
      { abortSignal },
    )
    if (EventId) return { outcome: { status: 200 }, body: JSON.stringify({ EventId }) }
    return refused(ErrorCode ?? 'InternalFailure', ErrorMessage ?? '')
  } catch (error) {
    if (!(error instanceof Error)) return refused('InternalFailure', String(error))
    if ('$metadata' in error && Object(error.$metadata).httpStatusCode !== undefined)
      return refused(error.name, error.message)
    const isLate = abortSignal.aborted || error.name === 'TimeoutError'
    return { outcome: { error: isLate ? 'timeout' : connectionCause(error) }, body: '' }
  }
}

/** Returns the refusal of a bus that the operator of the service no longer allows. Nothing was sent. */
export function notAllowed(): Answer {
  const refusal = refused(
    'AccessDeniedException',
    'The operator of the service does not allow the organisation to use this bus.',
  )
  return { headers: {}, bodyCut: false, bodyLate: false, ...refusal, durationMs: 0 }
}

function refused(ErrorCode: string, ErrorMessage: string) {
  return { outcome: { status: statusOf(ErrorCode) }, body: JSON.stringify({ ErrorCode, ErrorMessage }) }
}

/** Errors of a call or of an entry that a retry does not mend. */
const FINAL: Readonly<Record<string, number>> = {
  AccessDeniedException: 403,
  InvalidAccountIdException: 400,
  InvalidArgument: 400,
  MalformedDetail: 400,
  NotAuthorizedForDetailTypeException: 403,
  NotAuthorizedForSourceException: 403,
  RedactionFailure: 400,
  ResourceNotFoundException: 404,
  ValidationException: 413,
}

/**
 * Returns the status by which an error of EventBridge is judged like the response of an endpoint. Throttling, failures
 * of EventBridge and unknown errors are a 503, which is retried. The usual `ValidationException` is an entry that is too large.
 */
export function statusOf(errorCode: string): number {
  return FINAL[errorCode] ?? 503
}
