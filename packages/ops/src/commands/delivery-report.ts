import type { EpochMs } from '@replywright/contract/time.ts'
import type { getDelivery } from '@replywright/core/deliveries/get-delivery.ts'
import type { WebhookItem } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { fieldLines, type Screen, section, textLines } from '../report.ts'
import { showJson, showTime } from '../show.ts'
import { tableLines } from '../terminal/table.ts'
import { inline } from '../terminal/text.ts'

type DeliveryItem = Awaited<ReturnType<typeof getDelivery>>['delivery']
type AttemptRecord = NonNullable<DeliveryItem['attempts']>[number]

const isoTime = (milliseconds: EpochMs | undefined) =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString()

/** Returns a delivery as JSON. Times are ISO 8601. Missing values are null. */
export function deliveryJson(delivery: DeliveryItem) {
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    event: delivery.event,
    status: delivery.status,
    cause: delivery.cause ?? null,
    exhausted: delivery.exhausted ?? false,
    attemptCount: delivery.attemptCount,
    originId: delivery.originId ?? null,
    replayedAs: delivery.replayedAs ?? null,
    createdAt: isoTime(delivery.createdAt),
    nextAttemptAt: isoTime(delivery.nextAttemptAt),
    finishedAt: isoTime(delivery.finishedAt),
  }
}

/** Returns a delivery as JSON with all attempts. */
export function wholeDeliveryJson(delivery: DeliveryItem) {
  return {
    ...deliveryJson(delivery),
    attempts: (delivery.attempts ?? []).map(({ at, durationMs, status, cause, headers, body, bodyCut, bodyLate }) => ({
      at: isoTime(at),
      durationMs,
      status: status ?? null,
      cause: cause ?? null,
      headers: headers ?? {},
      body: body ?? '',
      bodyCut: bodyCut ?? false,
      bodyLate: bodyLate ?? false,
    })),
  }
}

/** Returns a delivery as lines of text, with all attempts. */
export function deliveryLines(delivery: DeliveryItem, webhook: WebhookItem | undefined, screen: Screen): string[] {
  const { attempts = [], attemptCount } = delivery
  const dropped = attemptCount - attempts.length
  return [
    ...fieldLines({
      id: delivery.id,
      status: delivery.status,
      cause: delivery.cause,
      event: delivery.event,
      webhook: `${delivery.webhookId}${webhook ? `  ${webhook.name}` : ''}`,
      url: webhook && `${webhook.url}${webhook.enabled ? '' : '  (disabled)'}`,
      'replay of': delivery.originId,
      'replayed as': delivery.replayedAs,
      created: showTime(delivery.createdAt),
      'next attempt': showTime(delivery.nextAttemptAt),
      finished: showTime(delivery.finishedAt),
    }),
    ...section('Attempts', attempts.length === 0 ? [] : attemptTable(attempts, dropped, screen), screen),
    ...attempts.flatMap((attempt, index) => section(`Response ${dropped + index + 1}`, responseLines(attempt), screen)),
  ]
}

function attemptTable(attempts: readonly AttemptRecord[], dropped: number, screen: Screen): string[] {
  return tableLines(
    [
      { title: '#', of: (attempt) => dropped + attempts.indexOf(attempt) + 1, right: true, whole: true },
      { title: 'AT (UTC)', of: ({ at }) => showTime(at), whole: true },
      { title: 'STATUS', of: ({ status }) => status, right: true },
      { title: 'MS', of: ({ durationMs }) => durationMs, right: true },
      { title: 'CAUSE', of: ({ cause }) => cause, style: ({ cause }) => (cause ? 'red' : undefined) },
    ],
    attempts,
    screen,
  )
}

function responseLines({ headers = {}, body, bodyCut, bodyLate }: AttemptRecord): string[] {
  const named = Object.entries(headers).map(([name, value]) => `  ${inline(`${name}: ${value}`)}`)
  return [
    ...named,
    ...(body ? textLines(showJson(body)) : []),
    ...(bodyCut ? ['  … (truncated)'] : []),
    ...(bodyLate ? ['  The body was incomplete at the timeout.'] : []),
  ]
}
