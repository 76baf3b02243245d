import type { MessageItem } from './message-entity.ts'

/** The attributes of a message that its events derive from. */
export type Reported = Partial<Pick<MessageItem, 'status' | 'acceptedAt'>>

type OutboundEvent = 'message.sent' | `message.status.${NonNullable<MessageItem['status']>}`

/**
 * Returns the events of a change of an outbound message: one when the provider accepted it, and one for each status.
 * `at` is the time of the event, from which the ids of its deliveries derive.
 */
export function outboundEvents(
  before: Reported,
  after: Reported & Pick<MessageItem, 'takenAt' | 'refused'>,
  now: number,
): { readonly event: OutboundEvent; readonly at: number }[] {
  const { status, acceptedAt, takenAt, refused } = after
  const isAccepted = before.acceptedAt === undefined && acceptedAt !== undefined
  return [
    ...(isAccepted ? [{ event: 'message.sent' as const, at: takenAt }] : []),
    ...(status !== undefined && status !== before.status
      ? [{ event: `message.status.${status}` as const, at: refused ? takenAt : now }]
      : []),
  ]
}

/** Who sent an outbound message. */
export function senderOf({ role, author }: Pick<MessageItem, 'role' | 'author'>) {
  if (role === 'assistant') return 'agent'
  if (author === undefined) return 'phone_app'
  return author.keyName === undefined ? 'person' : 'api'
}
