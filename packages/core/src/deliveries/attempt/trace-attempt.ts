import { exportSpans } from '../../platform/spans/export-spans.ts'
import { rootSpanId, type Span, spanIdOf, traceIdOf } from '../../platform/spans/span.ts'
import type { DeliveryItem } from '../delivery-entity.ts'
import { originOf } from '../excerpt.ts'
import type { Sent } from './send.ts'

interface TracedAttempt {
  readonly delivery: Pick<DeliveryItem, 'id' | 'event' | 'webhookId' | 'attemptCount'>
  readonly url: string
  readonly sent: Pick<Sent, 'payload' | 'answer' | 'at'>
}

/** Exports the span of an attempt of a delivery, if the deployment has a collector. Never throws. */
export async function traceAttempt(attempt: TracedAttempt): Promise<void> {
  await exportSpans(() => attemptSpans(attempt))
}

/** Returns the span of an attempt in the trace of its message; none for an event without a message. The URL is a secret: only its host is told. */
export function attemptSpans({ delivery, url, sent: { payload, answer, at } }: TracedAttempt): Span[] {
  const { conversationId, messageId } = originOf({ payload }) ?? {}
  if (!messageId) return []
  const { outcome, durationMs } = answer
  const number = delivery.attemptCount + 1
  const status = 'status' in outcome ? outcome.status : undefined
  const failure = 'error' in outcome ? outcome.error : outcome.status >= 300 ? String(outcome.status) : undefined
  return [
    {
      traceId: traceIdOf(messageId),
      spanId: spanIdOf(messageId, 'delivery', delivery.id, String(number)),
      parentSpanId: rootSpanId(messageId),
      name: `deliver ${delivery.event}`,
      kind: 'client',
      startAt: at,
      endAt: at + durationMs,
      attributes: {
        'gen_ai.conversation.id': conversationId,
        'http.request.method': 'POST',
        'http.response.status_code': status,
        'server.address': URL.parse(url)?.hostname || undefined,
        'error.type': failure,
        'replywright.webhook.id': delivery.webhookId,
        'replywright.delivery.id': delivery.id,
        'replywright.delivery.attempt': number,
      },
      error: failure,
    },
  ]
}
