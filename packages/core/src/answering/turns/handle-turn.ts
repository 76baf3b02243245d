import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { StoredAgent } from '../../agents/find-agent.ts'
import { findReachedLimit } from '../../agents/usage/find-reached-limit.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import { channelOf } from '../../channel/channels.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { stopAtLimit } from '../../conversations/human-needed.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { type Clock, expiryAfter } from '../../platform/clock.ts'
import { log, logError } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'
import { consume, type Receipt } from '../../platform/queues/consume.ts'
import { DELETE, type Fate, keep } from '../../platform/queues/fate.ts'
import { acquireSlot, releaseSlot } from '../../platform/queues/organization-slots.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { reportSession } from '../sessions/report-session.ts'
import { judgeWakeUp, type Obsolete, retryWakeUpAfter } from '../wake-ups/judge-wake-up.ts'
import type { WakeUpItem } from '../wake-ups/wake-up-entity.ts'
import { deleteFired } from '../wake-ups/wake-up-store.ts'
import type { Transcript } from './build-history.ts'
import { waitForPause } from './debounce.ts'
import { failUnexpectedly } from './fail-turn.ts'
import { markSeen } from './finish-turn.ts'
import { generateReply } from './generate-reply.ts'
import { awaitingIds, getTranscript } from './get-transcript.ts'
import { judgeTurn, type NoReplyReason } from './judge-turn.ts'
import { openChat } from './open-chat.ts'
import { sendReply } from './send-reply.ts'
import { findAgentFor, findTurnAgent } from './turn-agent.ts'
import { TURN_DAYS, type TurnItem, turnStatus } from './turn-entity.ts'
import { findTurnOrigin, type QueuedTurn, type TurnOrigin, turnKey } from './turn-origin.ts'
import type { TurnRun } from './turn-run.ts'
import { loadSteps, type StoredStep } from './turn-steps.ts'
import { findTurn, newTurn, writeTurn } from './turn-store.ts'

const failure = 'turn.failed'

export async function handleTurnBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  const consumer = { failure, showAgain: showAgainIn(settings.TURNS_QUEUE_URL), unreadable }
  return await consume(event, 'turns', consumer, async (queued, receipt) => {
    if (queued.kind === 'session') return await reportSession(queued, receipt, clock)
    const key = turnKey(queued)
    const { id: turnId, ...conversation } = key
    addFacts({ ...conversation, turnId })
    try {
      const fate = await handleTurn(queued, receipt, clock)
      if (queued.kind === 'wakeUp' && fate.kind === 'delete') await deleteFired(queued)
      return fate
    } catch (error) {
      logError(failure, error)
      return await failUnexpectedly(key, error, clock())
    }
  })
}

/**
 * Makes an unreadable message visible at once, so that it soon reaches the dead-letter queue: other messages of its
 * conversation wait behind it.
 */
function unreadable(error: unknown): Fate {
  logError('turn.unreadable', error)
  return keep(0)
}

/** A message at its first receive, this soon after its origin, was not redriven. */
const FRESH_MILLISECONDS = 1000

/**
 * Returns whether a turn may have been stored before. If this is wrong, because a message was sent twice or redriven at
 * once, the first write of the turn fails, before any tool runs or message is sent.
 */
function mayBeKnown(queued: QueuedTurn, { relayedAt, sentAt, receiveCount }: Receipt): boolean {
  return queued.kind === 'wakeUp' || receiveCount > 1 || sentAt - relayedAt > FRESH_MILLISECONDS
}

/** Runs a turn when the organisation has a free slot, unless the turn is over. */
async function handleTurn(queued: QueuedTurn, receipt: Receipt, clock: Clock): Promise<Fate> {
  const { sentAt } = receipt
  const [origin, known] = await Promise.all([
    findTurnOrigin(queued),
    mayBeKnown(queued, receipt) ? findTurn(turnKey(queued)) : null,
  ])
  if (!origin || known?.status === 'answered') return DELETE
  // The message is moving to the dead-letter queue, unless it was redriven since.
  if (known && turnStatus(known) === 'failed' && sentAt <= (known.failedAt ?? 0)) return keep(0)
  const pool = { pool: 'turns', organizationId: queued.organizationId } as const
  const slot = await acquireSlot(pool, { holder: origin.id, since: sentAt }, clock)
  if (slot.kind === 'wait') {
    log('turn.waiting', { waitedMs: clock() - sentAt, visibilitySeconds: slot.seconds })
    return keep(slot.seconds)
  }
  try {
    return await runTurn(origin, known, receipt, clock)
  } finally {
    await releaseSlot(pool, origin.id, slot.part)
  }
}

/** Leaves 30 s of the function's timeout to store and log the outcome. */
const DEADLINE_MILLISECONDS = 90_000

/** Runs one turn, in its slot: answers messages or a wake-up, unless it is not for an agent (decisions, Agent turns). */
async function runTurn(
  origin: TurnOrigin,
  stored: TurnItem | null,
  { relayedAt }: Receipt,
  clock: Clock,
): Promise<Fate> {
  const signal = AbortSignal.timeout(DEADLINE_MILLISECONDS)
  const conversation = await waitForPause(origin, origin.message?.takenAt ?? 0, clock)
  const judge = ({ conversation: read, number }: Chat) =>
    judgeTurn(read, number, { windowSeconds: capabilitiesOf(number).windowSeconds, now: clock() })
  // The number is read consistently before a reply is sent. It is also read so here if the agent does not
  // reply according to the cached one.
  const recent = await openChat(conversation, origin, 'recent')
  const chat = recent && judge(recent).kind === 'reply' ? recent : await openChat(conversation, origin)
  if (!chat) return await skipTurn(origin, 'routed_away')
  const judgement = judge(chat)
  // A turn that was interrupted after it had paused its agent still ends.
  const hasPaused = stored?.handoff !== undefined && judgement.kind === 'none' && judgement.reason === 'human_needed'
  if (judgement.kind === 'none' && !hasPaused) return await skipTurn(origin, judgement.reason)
  const known = stored ?? (judgement.kind === 'later' ? await findTurn(origin) : null)
  if (judgement.kind === 'later' && !known) {
    const { wakeUp } = origin
    const visibilitySeconds = wakeUp && retryWakeUpAfter(wakeUp, chat.conversation, judgement.until - clock())
    log('turn.deferred', { visibilitySeconds })
    return visibilitySeconds === undefined ? DELETE : keep(visibilitySeconds)
  }
  if (origin.message) void showTyping(chat, origin.message, clock())
  const [inForce, transcript, steps] = await Promise.all([
    findTurnAgent(chat),
    getTranscript(chat.conversation, origin.message, clock()),
    known ? loadSteps(known) : [],
  ])
  const question = transcript.messages.find(({ id }) => id === origin.message?.id)
  if (question && !awaitsAnswer(question)) return DELETE
  // An interrupted turn continues with the agent that started it.
  const begun = steps.length > 0 && known ? await findAgentFor(chat, known.agentId) : null
  const agent = begun ?? inForce
  if (!agent) return await skipTurn(origin, 'no_agent')
  const woken = origin.wakeUp && wake(origin.wakeUp, begun ? origin.wakeUp : chat.conversation, agent)
  if (woken?.kind === 'drop') return await skipTurn(origin, woken.reason)
  const isBegun = steps.length > 0 || known?.reply !== undefined
  const limit = isBegun ? undefined : await findReachedLimit(agent, clock())
  if (limit !== undefined) {
    // The message stays unanswered: the next turn without this limit answers it.
    if (origin.message) await stopAtLimit(chat.conversation, origin.id, limit, clock())
    log('turn.silent', { reason: 'limit_reached' })
    return DELETE
  }
  const opening = { known, origin, chat, agentId: agent.head.id, transcript, steps }
  const turn = await startTurn({ ...opening, relayedAt, now: clock() })
  const { instruction, mustWrite = true } = woken ?? {}
  let run: TurnRun = { turn, origin, instruction, mustWrite, chat, agent, transcript, steps, signal, clock }
  while (run.turn.reply === undefined) {
    const next = await generateReply(run)
    if ('kind' in next) return next
    run = next
  }
  return await sendReply(run)
}

function wake(
  wakeUp: WakeUpItem,
  since: Pick<ConversationItem, 'lastMessageId' | 'inboundTakenAt'>,
  { head, settings: { wakeUpConfigs } }: StoredAgent,
) {
  return judgeWakeUp(wakeUp, since, { id: head.id, wakeUpConfigs })
}

async function skipTurn({ message }: TurnOrigin, reason: NoReplyReason | Obsolete): Promise<Fate> {
  if (message) await markSeen(message)
  log('turn.silent', { reason })
  return DELETE
}

/**
 * Returns the turn of a origin, new or stored. A turn without steps and reply covers all messages that await an answer
 * now. The turn of a wake-up is stored at once, because no message shows that it has started.
 */
async function startTurn({
  known,
  origin,
  chat: { conversation },
  agentId,
  transcript,
  steps,
  relayedAt,
  now,
}: {
  readonly known: TurnItem | null
  readonly origin: TurnOrigin
  readonly chat: Chat
  readonly agentId: string
  readonly transcript: Transcript
  readonly steps: readonly StoredStep[]
  readonly relayedAt: number
  readonly now: number
}): Promise<TurnItem> {
  const { organizationId, conversationId, id } = origin
  // A wake-up answers no messages: the customer's messages have their own turns.
  const covers = origin.wakeUp ? [] : awaitingIds(transcript)
  const start = { sessionId: conversation.sessionId, agentId, covers }
  if (!known) {
    const expiresAt = expiryAfter(now, TURN_DAYS)
    const turn = newTurn({ ...start, organizationId, conversationId, id, relayedAt, startedAt: now, expiresAt })
    return origin.wakeUp ? await writeTurn(turn, {}) : turn
  }
  const saidNothing = steps.length === 0 && known.reply === undefined
  const reopened = turnStatus(known) === 'failed' && { status: 'open' as const, tries: 0, startedAt: now }
  if (!saidNothing && !reopened) return known
  return await writeTurn(known, { ...(saidNothing && start), ...reopened })
}

/** Marks the customer's message as read and shows the typing indicator. Ignores all errors. */
async function showTyping({ number }: Chat, { waId }: MessageItem, now: number): Promise<void> {
  if (number.sandbox) return
  try {
    await channelOf(number).showTyping(number, waId, now)
  } catch {
    // The sending of the reply reports an unusable number.
  }
}
