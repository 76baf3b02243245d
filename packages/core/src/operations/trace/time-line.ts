import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { storedParts } from '../../answering/turns/compose-reply.ts'
import { type TurnItem, turnStatus } from '../../answering/turns/turn-entity.ts'
import { storedReply, storedResult, type TurnResultItem, type TurnStepItem } from '../../answering/turns/turn-steps.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import type { AttemptRecord, DeliveryItem } from '../../deliveries/delivery-entity.ts'
import type { WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'

/** All stored data about the processing of a message. */
export interface StoredTrace {
  readonly organizationId: string
  readonly conversation: ConversationItem | null
  /** The customer's message, and others that the same turn answers. */
  readonly inbound: readonly MessageItem[]
  /** The replies of the turn, or the message that an API client sent. */
  readonly outbound: readonly MessageItem[]
  readonly turn: TurnItem | null
  readonly steps: readonly TurnStepItem[]
  readonly results: readonly TurnResultItem[]
  /** Deliveries of the messages, their originals and replays, and lifecycle events of the conversation in this time. */
  readonly deliveries: readonly DeliveryItem[]
  readonly webhooks: ReadonlyMap<string, WebhookItem>
}

/** Returns the events of a trace by time. Events with the same time are in the order of processing. */
export function timeLine(trace: StoredTrace): TraceEvent[] {
  const events = [
    ...trace.inbound.flatMap(messageEvents),
    ...turnEvents(trace),
    ...trace.outbound.flatMap(messageEvents),
  ]
  const deliveries = trace.deliveries.flatMap((delivery) =>
    deliveryEvents(delivery, trace.webhooks.get(delivery.webhookId)),
  )
  return [...events, ...deliveries].toSorted((a, b) => a.at - b.at)
}

/** One event in the processing of a message. */
export interface TraceEvent {
  /** By the service's clock unless `where` is the provider. */
  readonly at: EpochMs
  readonly durationMs?: Ms
  readonly what: string
  readonly where: string
  readonly outcome?: string
  readonly failed?: boolean
  /** The message, turn or delivery of the event. */
  readonly id: string
  /** Text of a customer, an agent or a tool. */
  readonly content?: string
}

/** Returns the time that a message waited in its queue after the relay sent it, as text. */
function waited(relayedAt: EpochMs | undefined, at: EpochMs): string {
  return relayedAt === undefined ? '' : `, waited ${Math.max(0, at - relayedAt)} ms`
}

/** Returns the events of a delivery: stored, relayed, each attempt, and its end. */
function deliveryEvents(delivery: DeliveryItem, webhook: WebhookItem | undefined): TraceEvent[] {
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

/** Returns the events of a message between the service and the messaging provider. */
function messageEvents(message: MessageItem): TraceEvent[] {
  return message.direction === 'inbound' ? inboundEvents(message) : outboundEvents(message)
}

function inboundEvents({ id, sentAt, takenAt, type, text, recipients = [], out, turnId }: MessageItem): TraceEvent[] {
  const deliveries = `${recipients.length} ${recipients.length === 1 ? 'delivery' : 'deliveries'}`
  return [
    { at: sentAt, what: 'customer wrote', where: 'provider', outcome: "by the provider's clock, in whole seconds", id },
    {
      at: takenAt,
      what: 'message stored',
      where: 'ingress',
      // A turn that handles the message removes `out`.
      outcome: `${type}; decided: ${deliveries}, ${out || turnId ? 'an agent answers' : 'no agent'}`,
      id,
      content: text,
    },
    ...(out && turnId === undefined
      ? [{ at: takenAt, what: 'message unanswered', where: 'turns', outcome: 'has no turn yet', id }]
      : []),
  ]
}

function outboundEvents(message: MessageItem): TraceEvent[] {
  const { id, takenAt, acceptedAt, resentAt, type, role, text, status, error, statuses = [] } = message
  const from = role === 'assistant' ? 'answer → provider' : 'api → provider'
  const failure = error && `${error.code}: ${error.message}`
  const outcome = acceptedAt === undefined ? (failure ?? (status ? `${type}` : 'not confirmed')) : `${type}, accepted`
  const durationMs = acceptedAt === undefined ? undefined : acceptedAt - (resentAt ?? takenAt)
  return [
    {
      at: takenAt,
      durationMs,
      what: 'message sent',
      where: from,
      outcome,
      failed: status === undefined || message.refused === true,
      id,
      content: text,
    },
    ...(resentAt === undefined ? [] : [{ at: resentAt, what: 'message sent again', where: from, id }]),
    ...statuses.map((reported): TraceEvent => {
      const failed = reported.status === 'failed'
      const late =
        reported.providerAt === undefined
          ? undefined
          : `${reported.at - reported.providerAt} ms after the provider's time`
      const why = failed ? failure : late
      return { at: reported.at, what: `message ${reported.status}`, where: 'ingress', outcome: why, failed, id }
    }),
  ]
}

/** Returns the events of an agent's turn: its start, each step with its tools, and its end. */
function turnEvents({ turn, inbound, steps, results }: StoredTrace): TraceEvent[] {
  if (!turn) return []
  const { id, startedAt, relayedAt, saidAt, saidMs, failedAt, covers, round, tries } = turn
  const answered = inbound.find((message) => message.id === id && message.turnId === id)
  const finishedAt = turn.finishedAt ?? answered?.answeredAt
  const status = finishedAt === undefined ? turnStatus(turn) : 'answered'
  const said = storedParts.parse(turn.reply ?? '[]', turn.format).map(({ content }) => content.text)
  const rounds = round > 0 ? `, restarted ${round} times` : ''
  return [
    ...(relayedAt === undefined ? [] : [{ at: relayedAt, what: 'turn relayed', where: 'relay', id }]),
    {
      at: startedAt,
      what: 'turn begun',
      where: 'answer',
      outcome: `answers ${covers.length}${rounds}${waited(relayedAt, startedAt)}`,
      id,
    },
    ...steps.flatMap((step): TraceEvent[] => {
      const { text, toolCalls } = storedReply.parse(step.reply, step.format)
      const said = toolCalls.length > 0 ? `calls ${toolCalls.map(({ name }) => name).join(', ')}` : 'final reply'
      const asked = { at: step.at ?? startedAt, durationMs: step.durationMs, what: 'model asked', where: 'answer' }
      const ofStep = results.filter((result) => result.round === step.round && result.step === step.step)
      return [
        { ...asked, outcome: said, id, content: text },
        ...ofStep.map((result): TraceEvent => {
          const call = toolCalls[result.index]
          const content = `${JSON.stringify(call?.args ?? {})} → ${storedResult.parse(result.result, result.format).text}`
          const { durationMs, ran } = result
          const outcome = ran ? 'ran' : 'not run'
          const at = result.at ?? asked.at
          return { at, durationMs, what: `tool ${call?.name}`, where: 'answer', outcome, failed: !ran, id, content }
        }),
      ]
    }),
    ...(saidAt === undefined
      ? []
      : [
          {
            at: saidAt,
            durationMs: saidMs,
            what: 'model asked',
            where: 'answer',
            outcome: 'final reply',
            id,
            content: said.join('\n'),
          },
        ]),
    ...(finishedAt === undefined ? [] : [{ at: finishedAt, what: 'turn ended', where: 'answer', id }]),
    ...(status === 'failed' && failedAt !== undefined
      ? [
          {
            at: failedAt,
            what: 'turn exhausted',
            where: 'answer',
            outcome: 'in the dead letters of turns',
            failed: true,
            id,
          },
        ]
      : []),
    ...(status === 'open' && tries > 0
      ? [
          {
            at: startedAt,
            what: 'turn failed',
            where: 'answer',
            outcome: `${tries} times, will be retried`,
            failed: true,
            id,
          },
        ]
      : []),
  ]
}
