import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { AgentBodyEntity, AgentCountEntity, AgentEntity } from '../../agents/agent-entity.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import { findReachedLimit } from '../../agents/usage/usage.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import { channelOf } from '../../channel/channels.ts'
import { NumberEntity } from '../../channel/numbers/number-entity.ts'
import { ConversationEntity, type ConversationItem } from '../../conversations/conversation-entity.ts'
import { markHumanNeeded } from '../../conversations/human-needed.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { type Clock, expiryAfter } from '../../platform/clock.ts'
import { addFacts, log, logError } from '../../platform/log/log.ts'
import { makeAtStart } from '../../platform/on-first-use.ts'
import { consume, DELETE, type Fate, keep, type Receipt } from '../../platform/queues/consume.ts'
import { acquireSlot, releaseSlot, SlotsEntity } from '../../platform/queues/organization-slots.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { recentRetention } from '../../platform/retention.ts'
import { settings } from '../../platform/settings.ts'
import { reportSession } from '../sessions/report-session.ts'
import { judgeWakeUp, type Obsolete, retryWakeUpAfter, type WakeUpItem } from '../wake-ups/wake-up-entity.ts'
import { deleteFired } from '../wake-ups/wake-up-store.ts'
import type { Transcript } from './build-history.ts'
import { findEarlierSteps } from './earlier-steps.ts'
import { failInterrupted, failUnexpectedly } from './fail-turn.ts'
import { markSeen } from './finish-turn.ts'
import { generateReply } from './generate-reply.ts'
import { awaitingIds, getTranscript } from './get-transcript.ts'
import { holdRestricted } from './hold-turn.ts'
import { judgeTurn, type NoReplyReason, waitForPause } from './judge-turn.ts'
import { keepTyping } from './keep-typing.ts'
import { sendReply } from './send-reply.ts'
import { findAgentFor, findTurnAgent } from './turn-agent.ts'
import { findTurn, newTurn, TURN_DAYS, TurnEntity, type TurnItem, turnStatus, writeTurn } from './turn-entity.ts'
import { findTurnOrigin, openChat, type QueuedTurn, type TurnOrigin, turnKey } from './turn-origin.ts'
import type { TurnRun } from './turn-run.ts'
import { loadSteps, type StoredStep } from './turn-steps.ts'

const failure = 'turn.failed'

/** Creates the entities that every turn uses. Functions call it when they start. */
export function prepareTurns(): void {
  makeAtStart(ConversationEntity, MessageEntity, NumberEntity, SlotsEntity)
  makeAtStart(AgentEntity, AgentBodyEntity, AgentCountEntity, TurnEntity)
}

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
  const { sentAt, receiveCount } = receipt
  const key = turnKey(queued)
  const pool = { pool: 'turns', organizationId: key.organizationId } as const
  const [origin, known] = await Promise.all([
    findTurnOrigin(queued),
    mayBeKnown(queued, receipt) ? findTurn(key) : null,
  ])
  const ended = fateOfEnded(known, sentAt)
  if (!origin || ended) {
    // The worker that ended the turn may have died before it released its slot.
    if (receiveCount > 1) await releaseSlot(pool, key.id)
    return origin && ended ? ended : DELETE
  }
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

/** Returns what to do with the message of a turn that is over, or undefined if the turn is to be run. */
function fateOfEnded(turn: TurnItem | null, sentAt: number): Fate | undefined {
  if (turn?.status === 'answered') return DELETE
  // The message is moving to the dead-letter queue, unless it was redriven since.
  return turn && turnStatus(turn) === 'failed' && sentAt <= (turn.failedAt ?? 0) ? keep(0) : undefined
}

/** Runs of a turn in which its worker may die before there is a reply, besides the first one. */
const MOST_RUNS = 5

/** Leaves 30 s of the function's timeout to store and log the outcome. */
const DEADLINE_MILLISECONDS = 90_000

/** Runs one turn, in its slot: answers messages or a wake-up, unless it is not for an agent (decisions, Agent turns). */
async function runTurn(
  origin: TurnOrigin,
  stored: TurnItem | null,
  { relayedAt, receiveCount }: Receipt,
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
  // A turn whose reply was sent in part continues: its end is stored.
  if (judgement.kind === 'reply' && stored?.reply === undefined && (await holdRestricted(chat, origin.id, clock())))
    return DELETE
  const { message } = origin
  const stopTyping = message ? keepTyping(() => showTyping(chat, message, clock())) : () => {}
  try {
    const run = await prepareReply(origin, chat, known, { relayedAt, receiveCount, signal, clock })
    if ('kind' in run) return run
    // A later call would show the indicator behind the reply.
    stopTyping()
    return await sendReply(run)
  } finally {
    stopTyping()
  }
}

interface Preparing extends Pick<Receipt, 'relayedAt' | 'receiveCount'> {
  /** Aborts at the turn's deadline. */
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** Returns the run of a turn with a stored reply, or the outcome of a turn that is over without one. */
async function prepareReply(
  origin: TurnOrigin,
  chat: Chat,
  known: TurnItem | null,
  { relayedAt, receiveCount, signal, clock }: Preparing,
): Promise<TurnRun | Fate> {
  const steps = known ? await loadSteps(known) : []
  const isBegun = steps.length > 0 || known?.reply !== undefined
  // An interrupted turn still ends. After a redrive, a person may have answered.
  const begunFor = isBegun && known && turnStatus(known) === 'open' ? known.covers : []
  const [inForce, transcript, earlier] = await Promise.all([
    findTurnAgent(chat),
    getTranscript(chat.conversation, origin.message, clock(), begunFor),
    mayHaveSteps(chat.conversation, origin) ? findEarlierSteps(chat.conversation, origin.id, clock()) : [],
  ])
  const question = transcript.messages.find(({ id }) => id === origin.message?.id)
  // The end of a turn removes `out`.
  if (question && !awaitsAnswer(question)) return question.out ? await skipTurn(origin, 'human_answered') : DELETE
  // An interrupted turn continues with the agent that started it.
  const begun = steps.length > 0 && known ? await findAgentFor(chat, known.agentId) : null
  const agent = begun ?? inForce
  if (!agent) return await skipTurn(origin, 'no_agent')
  const woken = origin.wakeUp && wake(origin.wakeUp, begun ? origin.wakeUp : chat.conversation, agent)
  if (woken?.kind === 'drop') return await skipTurn(origin, woken.reason)
  const limit = isBegun ? undefined : await findReachedLimit(agent, clock())
  if (limit !== undefined) {
    // The message stays unanswered: the next turn without this limit answers it.
    if (origin.message)
      await markHumanNeeded(chat.conversation, { originId: origin.id, reason: limit, cause: 'limit' }, clock())
    log('turn.silent', { reason: 'limit_reached' })
    return DELETE
  }
  const isUnanswered = known?.reply === undefined && known?.status === 'open'
  if (isUnanswered && (known.runs ?? 0) >= MOST_RUNS) return await failInterrupted({ turn: known, clock })
  const opening = { known, origin, chat, agentId: agent.head.id, transcript, steps }
  const turn = await startTurn({ ...opening, relayedAt, isRepeated: receiveCount > 1, now: clock() })
  const { instruction, mustWrite = true } = woken ?? {}
  let run: TurnRun = { turn, origin, instruction, mustWrite, chat, agent, transcript, earlier, steps, signal, clock }
  while (run.turn.reply === undefined) {
    const next = await generateReply(run)
    if ('kind' in next) return next
    run = next
  }
  return run
}

/** Returns whether earlier turns may have stored steps: one has ended or failed. A wake-up was created by one. */
function mayHaveSteps({ cost, failure }: ConversationItem, { wakeUp }: TurnOrigin): boolean {
  return cost !== undefined || failure !== undefined || wakeUp !== undefined
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
 * now. The turn of a wake-up is stored at once, because no message shows that it has started. So is a repeated one without
 * a reply, to count its runs: a worker that dies stores nothing at its end.
 */
async function startTurn({
  known,
  origin,
  chat: { conversation },
  agentId,
  transcript,
  steps,
  relayedAt,
  isRepeated,
  now,
}: {
  readonly known: TurnItem | null
  readonly origin: TurnOrigin
  readonly chat: Chat
  readonly agentId: string
  readonly transcript: Transcript
  readonly steps: readonly StoredStep[]
  readonly relayedAt: number
  readonly isRepeated: boolean
  readonly now: number
}): Promise<TurnItem> {
  const { organizationId, conversationId, id } = origin
  // A wake-up answers no messages: the customer's messages have their own turns.
  const covers = origin.wakeUp ? [] : awaitingIds(transcript)
  const start = { sessionId: conversation.sessionId, agentId, covers }
  if (!known) {
    const { messageDays } = await recentRetention(organizationId, now)
    // Later turns read its steps, which say what messages say.
    const expiresAt = expiryAfter(now, Math.min(TURN_DAYS, messageDays))
    const turn = newTurn({ ...start, organizationId, conversationId, id, relayedAt, startedAt: now, expiresAt })
    if (isRepeated) return await writeTurn(turn, { runs: 1 })
    return origin.wakeUp ? await writeTurn(turn, {}) : turn
  }
  const saidNothing = steps.length === 0 && known.reply === undefined
  const reopened = turnStatus(known) === 'failed' && { status: 'open' as const, tries: 0, runs: 0, startedAt: now }
  const counted = isRepeated && !reopened && known.reply === undefined && { runs: (known.runs ?? 0) + 1 }
  if (!saidNothing && !reopened && !counted) return known
  return await writeTurn(known, { ...(saidNothing && start), ...reopened, ...counted })
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
