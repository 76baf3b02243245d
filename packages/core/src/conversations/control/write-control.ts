import type { ControlHolder } from '@replywright/contract/control-holder.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { controlEnvelope } from '../../deliveries/envelope.ts'
import { writePayloads } from '../../deliveries/new-delivery.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import type { Author } from '../author.ts'
import { conversationDeliveries } from '../conversation-deliveries.ts'
import { ConversationEntity, type ConversationItem } from '../conversation-entity.ts'
import { ConversationEventEntity, newEvent } from '../conversation-event-entity.ts'
import { newStartedTurn, StartedTurnEntity } from '../held-turns/held-turn-entity.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { turnOut } from '../messages/turn-message.ts'
import { holderOf } from './control.ts'

interface Change {
  readonly holder: ControlHolder
  readonly at: EpochMs
  /** Empty if the channel reports it. */
  readonly author: Author
  /** What the one who gave it away says. */
  readonly metadata?: string | undefined
  /** Whether a handback gives it back. @default false */
  readonly returns?: boolean
  /** The message of the customer that an agent answers now. */
  readonly messageId?: string | undefined
  /** What the ids of the events derive from. */
  readonly cause: string
}

/**
 * Stores who answers a conversation from now on, the event of its time line, the events for webhooks, and the start of a turn: in one write.
 * Returns false if the conversation was changed since it was read, or a repeat has written it.
 */
export async function writeControl(conversation: ConversationItem, change: Change, now: EpochMs): Promise<boolean> {
  const { organizationId, id, control: before } = conversation
  const { holder, at, author, metadata, returns, messageId, cause } = change
  const eventId = derivedTimeId(at, 'control', id, holder, cause)
  const envelope = controlEnvelope(now, conversation, { control: holder, before: holderOf(conversation), metadata })
  const [event, deliveries] = await Promise.all([
    newEvent(conversation, eventId, author, at),
    conversationDeliveries(conversation, eventId, now, envelope),
  ])
  await writePayloads(deliveries)
  const kind = holder === 'service' ? ('control-taken' as const) : ('control-passed' as const)
  const message = { organizationId, conversationId: id }
  const isWritten = await transact(
    {
      deliveries: DeliveryEntity,
      conversations: ConversationEntity,
      events: ConversationEventEntity,
      messages: MessageEntity,
      turns: StartedTurnEntity,
    },
    (entities) => [
      entities.conversations
        .patch({ organizationId, id })
        .set({ control: { holder, at, ...(returns && { returns }) }, eventId })
        .where(({ control }, { eq, notExists }) =>
          before ? `${eq(control.at, before.at)} AND ${eq(control.holder, before.holder)}` : notExists(control),
        )
        .commit(),
      entities.events.create({ ...event, kind, ...(metadata && { reason: metadata }) }).commit(),
      ...deliveries.map(({ delivery }) => entities.deliveries.create(delivery).commit()),
      ...(messageId === undefined
        ? []
        : [
            entities.messages
              .patch({ ...message, id: messageId })
              .set({ out: turnOut(conversation, messageId) })
              .where(({ turnId, out }, { notExists }) => `${notExists(turnId)} AND ${notExists(out)}`)
              .commit(),
            entities.turns.create(newStartedTurn({ kind: 'turn', ...message, messageId }, eventId, now)).commit(),
          ]),
    ],
  )
  if (isWritten)
    log('conversation.control_changed', { organizationId, conversationId: id, holder, deliveries: deliveries.length })
  return isWritten
}
