import type { AttemptRecord, DeliveryItem } from '../../deliveries/deliveries/delivery-entity.ts'
import type { WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { type TraceEvent, waited } from './trace-event.ts'

/** Returns the events of a delivery: stored, relayed, each attempt, and its end. */
export function deliveryEvents(delivery: DeliveryItem, webhook: WebhookItem | undefined): TraceEvent[] {
  const { id, event, originId, replayedAs, createdAt, attempts = [], attemptCount } = delivery
  const dropped = attemptCount - attempts.length
  const to = webhook ? `${webhook.name} (${hostOf(webhook.url)})` : delivery.webhookId
  const written = originId ? `${event}, replay of ${originId}` : `${event} to ${to}`
  const relayedAt = ({ relayedAfterMs }: AttemptRecord) =>
    relayedAfterMs === undefined ? undefined : createdAt + relayedAfterMs
  const relayed = [...new Set(attempts.flatMap((attempt) => relayedAt(attempt) ?? []))]
  return [
    {
      at: createdAt,
      what: originId ? 'delivery replayed' : 'delivery stored',
      where: 'table',
      outcome: replayedAs ? `${written}; replayed as ${replayedAs}` : written,
      id,
    },
    ...relayed.map((at) => ({ at, what: 'delivery relayed', where: 'relay', id })),
    ...attempts.map((attempt, index): TraceEvent => {
      const number = dropped + index + 1
      const redriven = number > 1 && number === delivery.roundStart + 1
      return {
        at: attempt.at,
        durationMs: attempt.durationMs,
        what: `attempt ${number}${redriven ? ' (redriven)' : ''}`,
        where: to,
        outcome: [
          verdictOf(attempt),
          number === delivery.roundStart ? EXHAUSTED : followedBy(delivery, attempt, attempts[index + 1]),
          number === 1 ? waited(relayedAt(attempt), attempt.at) : '',
        ].join(''),
        failed: attempt.cause !== undefined,
        id,
      }
    }),
    ...endOf(delivery),
  ]
}

/** Returns only the host, because an endpoint's URL can contain a secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

const EXHAUSTED = ', retries exhausted: in the dead letters of deliveries'

function verdictOf({ status, cause }: AttemptRecord): string {
  return [status, cause ?? 'delivered'].filter((part) => part !== undefined).join(' ')
}

function followedBy({ status, nextAttemptAt }: DeliveryItem, attempt: AttemptRecord, next?: AttemptRecord): string {
  const nextAt = next?.at ?? (status === 'pending' ? nextAttemptAt : undefined)
  return nextAt === undefined ? '' : `, next after ${((nextAt - attempt.at - attempt.durationMs) / 1000).toFixed(1)} s`
}

function endOf({ id, status, finishedAt, exhausted, cause, leaseUntil }: DeliveryItem): TraceEvent[] {
  if (status === 'pending' && leaseUntil !== undefined)
    return [{ at: leaseUntil, what: 'attempt in progress', where: 'deliver', outcome: 'retried after this time', id }]
  if (status !== 'failed' || finishedAt === undefined) return []
  const outcome = `${cause}${exhausted ? EXHAUSTED : ', not retried'}`
  return [{ at: finishedAt, what: 'delivery failed', where: 'deliver', outcome, failed: true, id }]
}
