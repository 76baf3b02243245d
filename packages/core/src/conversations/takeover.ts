import type { Conversation } from '@replywright/contract/conversations.ts'
import type { ThreadEvent } from '@replywright/contract/dashboard/thread.ts'
import type { HandedBackConversation } from '@replywright/contract/takeover.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { derivedTimeId } from '../platform/clock.ts'
import { invalidField, ServiceError } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import type { Caller } from '../platform/request.ts'
import { transact } from '../platform/table/transact.ts'
import { authorOf } from './author.ts'
import { isSameNumber } from './canonical-number.ts'
import { controlChat } from './control/change-control.ts'
import { controlAfterHandback, holderOf } from './control/control.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { ConversationEventEntity, newEvent } from './conversation-event-entity.ts'
import { conversationView, getConversation } from './conversations.ts'
import { endedHandoffs } from './handoff.ts'
import { isUnanswered } from './judge-waiting.ts'
import { authorViews, eventView } from './messages/thread-view.ts'
import { WAITING_ENTRY, waitingEntry } from './waiting-entry.ts'

const MINUTE_MILLISECONDS = 60_000
/** The duration of a takeover after the owner of the number wrote in the provider's app. */
const OWNER_TAKEOVER_MINUTES = 10

const entities = { conversations: ConversationEntity, events: ConversationEventEntity }

/** `POST /conversations/{id}/takeover/`: pauses the agent for `durationMinutes` from now, once per `eventId`. */
export async function takeOver(
  caller: Caller,
  { id, durationMinutes, eventId }: { readonly id: string; readonly durationMinutes: number; readonly eventId: string },
  now: EpochMs,
): Promise<Conversation> {
  const { organizationId } = caller
  const { conversation, number } = await getConversation(organizationId, id)
  if (holderOf(conversation) === 'other_agent')
    await unlessRefused(() =>
      controlChat({ conversation, number }, { caller, change: { action: 'take' }, cause: eventId, returns: true }, now),
    )
  const author = authorOf(caller)
  const humanTakeoverUntil = now + durationMinutes * MINUTE_MILLISECONDS
  const event = await newEvent(conversation, eventId, author, now)
  const isWritten = await transact(entities, ({ conversations, events }) => [
    conversations
      .patch({ organizationId, id })
      .set({
        ...{ humanTakeoverUntil, takenOverBy: author, personSession: conversation.sessionId, eventId },
        ...interrupted(conversation),
      })
      // The agent is tried again at the next message.
      .remove(['humanNeededSince'])
      .commit(),
    events.create({ ...event, kind: 'taken-over', until: humanTakeoverUntil }).commit(),
  ])
  // A refusal means that an earlier run of this request has written the event.
  if (isWritten) log('conversation.taken_over', { organizationId, conversationId: id, durationMinutes })
  return await conversationView({ ...conversation, humanTakeoverUntil }, number, now)
}

/**
 * Returns the place in the list of a customer whom the agent was about to answer: they wait if the takeover ends without a
 * message of a person.
 */
function interrupted(conversation: ConversationItem): Pick<ConversationItem, 'waitingIn' | 'waitingAt'> {
  const { waitingAt, lastMessageBy, lastInboundAt } = conversation
  const isOpen = waitingAt === undefined && lastMessageBy === 'customer' && isUnanswered(conversation)
  return isOpen && lastInboundAt !== undefined ? waitingEntry(conversation, lastInboundAt) : {}
}

/**
 * Takes a conversation over after the owner wrote the message `messageId` at `sentAt` in the provider's app. A longer
 * takeover stays. An event is stored unless the conversation is taken over already. A repeat of the message changes nothing
 * after a later event, such as a handback.
 */
export async function takeOverByOwner(
  conversation: Pick<ConversationItem, 'organizationId' | 'id' | 'sessionId' | 'humanTakeoverUntil' | 'eventId'>,
  { messageId, sentAt, isNew }: { readonly messageId: string; readonly sentAt: EpochMs; readonly isNew: boolean },
): Promise<void> {
  const { organizationId, id, sessionId, humanTakeoverUntil: current = 0 } = conversation
  const until = sentAt + OWNER_TAKEOVER_MINUTES * MINUTE_MILLISECONDS
  const eventId = derivedTimeId(sentAt, 'taken-over', id, messageId)
  if (!isNew && conversation.eventId !== undefined && conversation.eventId > eventId) return
  if (current > sentAt) {
    await ConversationEntity.patch({ organizationId, id })
      .set({ humanTakeoverUntil: until })
      .where(
        ({ humanTakeoverUntil }, { notExists, lt }) =>
          `${notExists(humanTakeoverUntil)} OR ${lt(humanTakeoverUntil, until)}`,
      )
      .go({ returnOnConditionCheckFailure: true })
    return
  }
  const event = await newEvent(conversation, eventId, {}, sentAt)
  await transact(entities, ({ conversations, events }) => [
    conversations
      .patch({ organizationId, id })
      .set({ humanTakeoverUntil: until, takenOverBy: {}, personSession: sessionId, eventId })
      .where(
        ({ humanTakeoverUntil }, { notExists, lt }) =>
          `${notExists(humanTakeoverUntil)} OR ${lt(humanTakeoverUntil, until)}`,
      )
      .commit(),
    events.create({ ...event, kind: 'taken-over', until }).commit(),
  ])
}

/**
 * `POST /conversations/{id}/handback/`: ends a takeover, and the pause of an agent that asked for a person. Stores an
 * event if there was one of them. Throws 400
 * if `contactNumber` is the number of another contact; `''` is accepted.
 */
export async function handBack(
  caller: Caller,
  { id, contactNumber, eventId }: { readonly id: string; readonly contactNumber: string; readonly eventId: string },
  now: EpochMs,
): Promise<HandedBackConversation> {
  const { organizationId } = caller
  const { conversation, number } = await getConversation(organizationId, id)
  if (contactNumber !== '' && !isSameNumber(contactNumber, conversation.contactNumber))
    throw invalidField('contact.phoneNumber', "must be the number of the conversation's contact")
  if ((conversation.humanTakeoverUntil ?? 0) > now || conversation.handoff) {
    const event = await newEvent(conversation, eventId, authorOf(caller), now)
    await transact(entities, ({ conversations, events }) => [
      conversations
        .patch({ organizationId, id })
        .set({ eventId, ...pastOf(conversation, now) })
        .remove(['humanTakeoverUntil', 'takenOverBy', 'humanNeededSince', 'handoff', ...WAITING_ENTRY])
        .commit(),
      events.create({ ...event, kind: 'handed-back' }).commit(),
    ])
  } else {
    await ConversationEntity.patch({ organizationId, id })
      .remove([
        'humanTakeoverUntil',
        'humanNeededSince',
        ...(conversation.waitingAt === undefined ? [] : WAITING_ENTRY),
      ])
      .go()
  }
  await handControlBack(caller, { conversation, number, eventId }, now)
  log('conversation.handed_back', { organizationId, conversationId: id })
  const { contact, activeAgent, chatWindowRemainingTime, lastMessage, isHumanTakeover, active } =
    await conversationView({ ...conversation, humanTakeoverUntil: undefined }, number, now)
  return {
    id,
    contact: { phoneNumber: contact.phoneNumber, name: contact.name },
    activeAgent,
    chatWindowRemainingTime,
    lastMessage,
    isHumanTakeover,
    active,
  }
}

/** Takes the control from another agent, so that the own one answers again, or gives back what the takeover took. */
async function handControlBack(
  caller: Caller,
  {
    conversation,
    number,
    eventId: cause,
  }: { readonly conversation: ConversationItem; readonly number: NumberItem; readonly eventId: string },
  now: EpochMs,
): Promise<void> {
  const next = controlAfterHandback(conversation)
  if (!next) return
  const change = next === 'take' ? ({ action: next } as const) : ({ action: next, to: 'agent' } as const)
  await unlessRefused(() => controlChat({ conversation, number }, { caller, change, cause }, now))
}

/** Changes the control unless the channel refuses it: a message takes control, too. @throws ServiceError if the channel does not answer */
async function unlessRefused(change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'upstream_error') throw error
    log('conversation.control_refused', { code: error.code })
  }
}

/** Returns the earlier requests to store: also one that ended with the session of a former agent. */
function pastOf(conversation: ConversationItem, now: EpochMs): Pick<ConversationItem, 'pastHandoffs'> {
  const pastHandoffs = endedHandoffs(conversation, now)
  return pastHandoffs.length > 0 ? { pastHandoffs } : {}
}

interface Target {
  readonly id: string
  /** The id of the event, the same for each repeat of the request. */
  readonly eventId: string
}

/** `POST /dashboard-api/v1/conversations/{id}/notes/`: stores a note for the members, once per `eventId`. */
export async function addNote(
  caller: Caller,
  { id, eventId, text }: Target & { readonly text: string },
  now: EpochMs,
): Promise<ThreadEvent> {
  const { organizationId } = caller
  const { conversation } = await getConversation(organizationId, id)
  const event = { ...(await newEvent(conversation, eventId, authorOf(caller), now)), kind: 'note' as const, text }
  // A refusal means that an earlier run of this request has written the event.
  await transact(entities, ({ conversations, events }) => [
    conversations.patch({ organizationId, id }).set({ eventId }).commit(),
    events.create(event).commit(),
  ])
  return await viewEvent(caller, event, now)
}

/**
 * `POST /dashboard-api/v1/conversations/{id}/done/`: closes a conversation and hands it back, or reopens it, once per
 * `eventId`. @throws ServiceError 409 if the customer writes at the same time
 */
export async function closeConversation(
  caller: Caller,
  { id, eventId, isDone }: Target & { readonly isDone: boolean },
  now: EpochMs,
): Promise<ThreadEvent> {
  const { organizationId } = caller
  const { conversation } = await getConversation(organizationId, id)
  const { inboundSeq } = conversation
  const kind = isDone ? ('done' as const) : ('reopened' as const)
  const event = { ...(await newEvent(conversation, eventId, authorOf(caller), now)), kind }
  const isWritten = await transact(entities, ({ conversations, events }) => {
    const change = conversations.patch({ organizationId, id }).set({ eventId })
    return [
      isDone
        ? change
            .set({
              doneSeq: inboundSeq,
              readSeq: inboundSeq,
              ...pastOf(conversation, now),
            })
            .remove(['humanTakeoverUntil', 'takenOverBy', 'humanNeededSince', 'handoff', ...WAITING_ENTRY])
            .where((stored, { eq }) => eq(stored.inboundSeq, inboundSeq))
            .commit()
        : change.remove(['doneSeq']).commit(),
      events.create(event).commit(),
    ]
  })
  if (isWritten) log(isDone ? 'conversation.done' : 'conversation.reopened', { organizationId, conversationId: id })
  else {
    const { data } = await ConversationEventEntity.get({ organizationId, conversationId: id, id: eventId }).go()
    if (!data) throw new ServiceError('conflict', 'The customer has just written. Read the message, then try again.')
  }
  return await viewEvent(caller, event, now)
}

async function viewEvent(caller: Caller, event: Parameters<typeof eventView>[0], now: EpochMs): Promise<ThreadEvent> {
  return await eventView(event, await authorViews(caller, [event.author], now))
}
