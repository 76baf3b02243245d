import { findAgent, type StoredAgent } from '../../agents/agents/find-agent.ts'
import type { ConversationItem } from '../../conversations/conversations/conversation-entity.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { type Clock, expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import type { Receipt } from '../../platform/queues/consume.ts'
import { DELETE, type Fate, keep } from '../../platform/queues/fate.ts'
import { releaseSlot, takeSlot } from '../../platform/queues/organization-slots.ts'
import { settings } from '../../platform/settings.ts'
import { judgeWakeUp, type Obsolete } from '../wake-ups/judge-wake-up.ts'
import type { WakeUpItem } from '../wake-ups/wake-up-entity.ts'
import { deleteFired } from '../wake-ups/wake-up-store.ts'
import type { Transcript } from './build-history.ts'
import { markSeen } from './finish-turn.ts'
import { awaitingIds, getTranscript } from './get-transcript.ts'
import { judgeTurn, type SilentReason } from './judge-turn.ts'
import { openChat } from './open-chat.ts'
import { waitUntilQuiet } from './quiet.ts'
import { showTyping } from './show-typing.ts'
import { speak } from './speak.ts'
import { agentInForce } from './speaker.ts'
import { findTurnCause, type QueuedTurn, type TurnCause, turnKey } from './turn-cause.ts'
import { TURN_DAYS, type TurnItem } from './turn-entity.ts'
import { loadSteps, type StoredStep } from './turn-steps.ts'
import { findTurn, newTurn, writeTurn } from './turn-store.ts'

/** Leaves 30 s of the function's timeout to store and log the outcome. */
const DEADLINE_MILLISECONDS = 90_000

/** A message at its first receive, this soon after its cause, was not redriven. */
const FRESH_MILLISECONDS = 1000

/**
 * Returns whether a turn may have been stored before. If this is wrong, because a message was sent twice or redriven at
 * once, the first write of the turn fails, before any tool runs or message is sent.
 */
function mayBeKnown(queued: QueuedTurn, { relayedAt, sentAt, receiveCount }: Receipt): boolean {
  return queued.kind === 'wakeUp' || receiveCount > 1 || sentAt - relayedAt > FRESH_MILLISECONDS
}

/** Runs one turn: answers messages or a wake-up, unless it is over or not for an agent (decisions, Agent turns). */
export async function takeTurn(queued: QueuedTurn, receipt: Receipt, clock: Clock): Promise<Fate> {
  const fate = await answerInSlot(queued, receipt, clock)
  if (queued.kind === 'wakeUp' && fate.kind === 'delete') await deleteFired(queued)
  return fate
}

async function answerInSlot(queued: QueuedTurn, receipt: Receipt, clock: Clock): Promise<Fate> {
  const { sentAt } = receipt
  const [cause, known] = await Promise.all([
    findTurnCause(queued),
    mayBeKnown(queued, receipt) ? findTurn(turnKey(queued)) : null,
  ])
  if (!cause || known?.status === 'answered') return DELETE
  // The message is moving to the dead-letter queue, unless it was redriven since.
  if (known?.status === 'given-up' && sentAt <= (known.givenUpAt ?? 0)) return keep(0)
  const pool = { pool: 'turns', organizationId: queued.organizationId } as const
  const slot = await takeSlot(pool, { holder: cause.id, since: sentAt }, clock)
  if (slot.kind === 'wait') {
    log('turn.waiting', { waitedMs: clock() - sentAt, visibilitySeconds: slot.seconds })
    return keep(slot.seconds)
  }
  try {
    return await answerTurn(cause, known, receipt, clock)
  } finally {
    await releaseSlot(pool, cause.id, slot.part)
  }
}

async function answerTurn(
  cause: TurnCause,
  taken: TurnItem | null,
  { relayedAt }: Receipt,
  clock: Clock,
): Promise<Fate> {
  const signal = AbortSignal.timeout(DEADLINE_MILLISECONDS)
  const conversation = await waitUntilQuiet(cause, cause.message?.takenAt ?? 0, clock)
  const judge = ({ conversation: read, number }: Chat) =>
    judgeTurn(read, number, { windowSeconds: settings.SERVICE_WINDOW_SECONDS, now: clock() })
  // The number is read consistently before a reply is sent. It is also read so here if the cached one would keep the
  // agent silent.
  const recent = await openChat(conversation, cause, 'recent')
  const chat = recent && judge(recent).kind === 'speak' ? recent : await openChat(conversation, cause)
  if (!chat) return await staySilent(cause, 'routed_away')
  const judgement = judge(chat)
  if (judgement.kind === 'silent') return await staySilent(cause, judgement.reason)
  const known = taken ?? (judgement.kind === 'later' ? await findTurn(cause) : null)
  if (judgement.kind === 'later' && !known) {
    log('turn.deferred', {})
    return DELETE
  }
  if (cause.message) void showTyping(chat, cause.message, clock())
  const [inForce, transcript, steps] = await Promise.all([
    agentInForce(chat),
    getTranscript(chat.conversation, cause.message, clock()),
    known ? loadSteps(known) : [],
  ])
  const asked = transcript.messages.find(({ id }) => id === cause.message?.id)
  if (asked && !awaitsAnswer(asked)) return DELETE
  // An interrupted turn continues with the agent that started it.
  const begun = steps.length > 0 && known ? await findAgent(known.organizationId, known.agentId) : null
  const agent = begun ?? inForce
  if (!agent) return await staySilent(cause, 'no_agent')
  const woken = cause.wakeUp && wake(cause.wakeUp, begun ? cause.wakeUp : chat.conversation, agent)
  if (woken?.kind === 'drop') return await staySilent(cause, woken.reason)
  const opening = { known, cause, chat, agentId: agent.head.id, transcript, steps }
  const turn = await openTurn({ ...opening, relayedAt, now: clock() })
  return await speak({ turn, cause, instruction: woken?.instruction, chat, agent, transcript, steps, signal, clock })
}

function wake(
  wakeUp: WakeUpItem,
  since: Pick<ConversationItem, 'lastMessageId' | 'inboundTakenAt'>,
  { head, settings: { wakeUpConfigs } }: StoredAgent,
) {
  return judgeWakeUp(wakeUp, since, { id: head.id, wakeUpConfigs })
}

async function staySilent({ message }: TurnCause, reason: SilentReason | Obsolete): Promise<Fate> {
  if (message) await markSeen(message)
  log('turn.silent', { reason })
  return DELETE
}

/**
 * Returns the turn of a cause, new or stored. A turn without steps and reply covers all messages that await an answer
 * now. The turn of a wake-up is stored at once, because no message shows that it has started.
 */
async function openTurn({
  known,
  cause,
  chat: { conversation },
  agentId,
  transcript,
  steps,
  relayedAt,
  now,
}: {
  readonly known: TurnItem | null
  readonly cause: TurnCause
  readonly chat: Chat
  readonly agentId: string
  readonly transcript: Transcript
  readonly steps: readonly StoredStep[]
  readonly relayedAt: number
  readonly now: number
}): Promise<TurnItem> {
  const { organizationId, conversationId, id } = cause
  // A wake-up answers no messages: the customer's messages have their own turns.
  const covers = cause.wakeUp ? [] : awaitingIds(transcript)
  const start = { sessionId: conversation.sessionId, agentId, covers }
  if (!known) {
    const expiresAt = expiryAfter(now, TURN_DAYS)
    const turn = newTurn({ ...start, organizationId, conversationId, id, relayedAt, startedAt: now, expiresAt })
    return cause.wakeUp ? await writeTurn(turn, {}) : turn
  }
  const saidNothing = steps.length === 0 && known.reply === undefined
  const reopened = known.status === 'given-up' && { status: 'open' as const, tries: 0, startedAt: now }
  if (!saidNothing && !reopened) return known
  return await writeTurn(known, { ...(saidNothing && start), ...reopened })
}
