import type { TurnFailure } from '@replywright/contract/causes.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../channel/numbers/numbers.ts'
import { DeliveryEntity } from '../deliveries/delivery-entity.ts'
import { mailWaiting } from '../people/notices/waiting-mails.ts'
import { log } from '../platform/log/log.ts'
import { transact } from '../platform/table/transact.ts'
import { humanNeededDeliveries } from './conversation-deliveries.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { ConversationEventEntity, newEvent } from './conversation-event-entity.ts'
import type { Handoff } from './handoff.ts'
import { judgeWaiting } from './judge-waiting.ts'
import { findWaitStart } from './messages/unreached.ts'
import { requestWaitCheck } from './wait-check.ts'
import { waitingEntry } from './waiting-entry.ts'

/** Why there is no answer, by what the model did. */
const DECLINED = {
  model: { reason: 'The model declined to answer.', cause: 'refused' },
  filter: { reason: 'A content filter of the model blocked the answer.', cause: 'refused' },
  unusable: { reason: 'The model gave no usable answer.', cause: 'unusable' },
  guardrail: { reason: 'A guardrail stopped the answer.', cause: 'guardrail' },
  steps: { reason: 'The agent reached its limit of steps, and the work is not complete.', cause: 'unusable' },
} as const
const UNDELIVERED = 'The reply of the agent could not be delivered.'

/** Stores that an agent asked for a person, which pauses it, and the event for webhooks: once, in one write. */
export async function handOffToHuman(conversation: ConversationItem, handoff: Handoff): Promise<void> {
  const { organizationId, id } = conversation
  const { agentId, reason, summary, since } = handoff
  const [event, events] = await Promise.all([
    newEvent(conversation, handoff.id, {}, since),
    humanNeededDeliveries(conversation, handoff.id, handoff),
  ])
  const isStored = [conversation.handoff, ...(conversation.pastHandoffs ?? [])].some((one) => one?.id === handoff.id)
  if (!isStored) await mailMembers(conversation, handoff, since)
  const isWritten = await transact(
    { conversations: ConversationEntity, notes: ConversationEventEntity, deliveries: DeliveryEntity },
    ({ conversations, notes, deliveries }) => [
      conversations
        .patch({ organizationId, id })
        .set({
          handoff,
          // A request that ended with the session of a former agent can still be stored as the current one.
          ...(conversation.pastHandoffs && { pastHandoffs: conversation.pastHandoffs }),
          eventId: handoff.id,
          ...waitingEntry(conversation, since),
        })
        .remove(['settledSeq'])
        .commit(),
      notes.create({ ...event, kind: 'human-needed', agentId, reason, summary }).commit(),
      ...events.map(({ delivery }) => deliveries.create(delivery).commit()),
    ],
  )
  // A refusal means that an earlier run of the turn has written it. The conversation may be handed back since.
  if (isWritten) log('conversation.human_needed', { agentId, deliveries: events.length })
}

interface Unanswered {
  /** The id of the turn or the reply. */
  readonly originId: string
  readonly reason: string
  readonly cause: TurnFailure
}

/**
 * Stores that no agent answers though its model works, and the event for webhooks, in one write. Does nothing in a
 * conversation that needs a person for this reason already.
 */
export async function markHumanNeeded(
  conversation: ConversationItem,
  { originId, reason, cause }: Unanswered,
  now: EpochMs,
): Promise<void> {
  const { organizationId, id, humanNeededSince } = conversation
  if (humanNeededSince !== undefined && conversation.reachedLimit === reason) return
  const events = await humanNeededDeliveries(conversation, originId, { reason, summary: '', since: now })
  const since = await findWaitStart(conversation, now)
  await mailMembers(conversation, { reason, since }, now)
  const isWritten = await transact(
    { conversations: ConversationEntity, deliveries: DeliveryEntity },
    ({ conversations, deliveries }) => [
      conversations
        .patch({ organizationId, id })
        .set({
          humanNeededSince: now,
          reachedLimit: reason,
          failure: { cause, at: now },
          ...waitingEntry(conversation, since),
        })
        .remove(['settledSeq'])
        .where((stored, { eq, notExists }) =>
          humanNeededSince === undefined
            ? notExists(stored.humanNeededSince)
            : eq(stored.humanNeededSince, humanNeededSince),
        )
        .commit(),
      ...events.map(({ delivery }) => deliveries.create(delivery).commit()),
    ],
  )
  // A refusal means that another write of the conversation came first.
  if (isWritten) log('conversation.human_needed', { deliveries: events.length })
}

/** Marks a conversation, as `markHumanNeeded` does, because the customer did not get the reply of its agent. */
export async function markUndelivered(conversation: ConversationItem, originId: string, now: EpochMs): Promise<void> {
  await markHumanNeeded(conversation, { originId, reason: UNDELIVERED, cause: 'provider' }, now)
}

/** Marks a conversation, as `markHumanNeeded` does, because its model did not answer and would not answer a repeat. */
export async function markDeclined(
  conversation: ConversationItem,
  originId: string,
  declined: keyof typeof DECLINED,
  now: EpochMs,
): Promise<void> {
  await markHumanNeeded(conversation, { originId, ...DECLINED[declined] }, now)
}

/**
 * Mails the members who want it that a customer waits. Called before the write that lets the customer wait, so that a crash
 * between the two repeats a mail and loses none. Sandbox numbers have no customers, and nobody waits during a takeover.
 */
export async function mailMembers(
  conversation: ConversationItem,
  { reason, since }: Pick<Handoff, 'reason' | 'since'>,
  now: EpochMs,
): Promise<void> {
  const { organizationId, id, phoneNumberId, contactName, contactNumber } = conversation
  const requested = { ...conversation, humanNeededSince: since, settledSeq: undefined }
  if (phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID) || !judgeWaiting(requested, now)) return
  const name = contactName || (contactNumber ? `+${contactNumber}` : '')
  await requestWaitCheck(conversation, since, now)
  await mailWaiting(organizationId, { conversationId: id, name, reason }, now)
}
