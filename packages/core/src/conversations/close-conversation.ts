import type { ThreadEvent } from '@messaging/contract/dashboard/thread.ts'
import { createWriteTransaction } from 'electrodb'
import type { Caller } from '../platform/caller.ts'
import { ServiceError } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { transact } from '../platform/table/transact.ts'
import { authorOf } from './author.ts'
import { ConversationEntity } from './conversation-entity.ts'
import { ConversationEventEntity, newEvent } from './conversation-event-entity.ts'
import { getConversation } from './get-conversation.ts'
import { endedHandoffs } from './handoff.ts'
import { authorViews, eventView } from './messages/thread-view.ts'
import { WAITING_ENTRY } from './waiting-entry.ts'

const entities = { conversations: ConversationEntity, events: ConversationEventEntity }

interface Target {
  readonly id: string
  /** The id of the event, the same for each repeat of the request. */
  readonly eventId: string
}

/** `POST /dashboard-api/v1/conversations/{id}/notes/`: stores a note for the members, once per `eventId`. */
export async function addNote(
  caller: Caller,
  { id, eventId, text }: Target & { readonly text: string },
  now: number,
): Promise<ThreadEvent> {
  const { organizationId } = caller
  const { conversation } = await getConversation(organizationId, id)
  const event = { ...(await newEvent(conversation, eventId, authorOf(caller), now)), kind: 'note' as const, text }
  const transaction = createWriteTransaction(entities, ({ conversations, events }) => [
    conversations.patch({ organizationId, id }).set({ eventId }).commit(),
    events.create(event).commit(),
  ])
  // A refusal means that an earlier run of this request has written the event.
  await transact(() => transaction.go())
  return await viewEvent(caller, event, now)
}

/**
 * `POST /dashboard-api/v1/conversations/{id}/done/`: closes a conversation and hands it back, or reopens it, once per
 * `eventId`. @throws ServiceError 409 if the customer writes at the same time
 */
export async function closeConversation(
  caller: Caller,
  { id, eventId, isDone }: Target & { readonly isDone: boolean },
  now: number,
): Promise<ThreadEvent> {
  const { organizationId } = caller
  const { conversation } = await getConversation(organizationId, id)
  const { inboundSeq } = conversation
  const kind = isDone ? ('done' as const) : ('reopened' as const)
  const event = { ...(await newEvent(conversation, eventId, authorOf(caller), now)), kind }
  const transaction = createWriteTransaction(entities, ({ conversations, events }) => {
    const change = conversations.patch({ organizationId, id }).set({ eventId })
    return [
      isDone
        ? change
            .set({
              doneSeq: inboundSeq,
              readSeq: inboundSeq,
              ...(conversation.handoff && { pastHandoffs: endedHandoffs(conversation, now) }),
            })
            .remove(['humanTakeoverUntil', 'takenOverBy', 'humanNeededSince', 'handoff', ...WAITING_ENTRY])
            .where((stored, { eq }) => eq(stored.inboundSeq, inboundSeq))
            .commit()
        : change.remove(['doneSeq']).commit(),
      events.create(event).commit(),
    ]
  })
  if (await transact(() => transaction.go()))
    log(isDone ? 'conversation.done' : 'conversation.reopened', { organizationId, conversationId: id })
  else {
    const { data } = await ConversationEventEntity.get({ organizationId, conversationId: id, id: eventId }).go()
    if (!data) throw new ServiceError('conflict', 'The customer has just written. Read the message, then try again.')
  }
  return await viewEvent(caller, event, now)
}

async function viewEvent(caller: Caller, event: Parameters<typeof eventView>[0], now: number): Promise<ThreadEvent> {
  return await eventView(event, await authorViews(caller, [event.author], now))
}
