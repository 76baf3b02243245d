import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import type { TraceEvent } from './trace-event.ts'

/** Returns the events of a message between the service and the messaging provider. */
export function messageEvents(message: MessageItem): TraceEvent[] {
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
      outcome: `${type}; decided: ${deliveries}, ${out ? 'an agent answers' : 'no agent'}`,
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
