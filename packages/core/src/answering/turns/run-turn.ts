import type { EpochMs } from '@replywright/contract/time.ts'
import { findReachedLimit } from '../../agents/usage/monthly-limit.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import { channelOf } from '../../channel/channels.ts'
import { findRestriction } from '../../channel/numbers/health.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { markHumanNeeded } from '../../conversations/human-needed.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { requestWaitCheck } from '../../conversations/wait-check.ts'
import { enterWaiting } from '../../conversations/waiting-entry.ts'
import { type Clock, expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { DELETE, type Fate, keep, type Receipt } from '../../platform/queues/consume.ts'
import { recentRetention } from '../../platform/retention.ts'
import type { Transcript } from './build-history.ts'
import { decideOpening, decideReply, type SkipReason } from './decide-turn.ts'
import { findEarlierSteps } from './earlier-steps.ts'
import { failInterrupted } from './fail-turn.ts'
import { markSeen } from './finish-turn.ts'
import { generateReply } from './generate-reply.ts'
import { awaitingIds, getTranscript } from './get-transcript.ts'
import { holdRestricted } from './hold-restricted.ts'
import { judgeTurn, waitForPause } from './judge-turn.ts'
import { keepTyping } from './keep-typing.ts'
import { sendReply } from './send-reply.ts'
import { findAgentFor, findTurnAgent } from './turn-agent.ts'
import { findTurn, newTurn, TURN_DAYS, type TurnItem, turnStatus, writeTurn } from './turn-entity.ts'
import { openChat, type TurnOrigin } from './turn-origin.ts'
import type { TurnRun } from './turn-run.ts'
import { loadSteps, type StoredStep } from './turn-steps.ts'

/** Leaves 30 s of the function's timeout to store and log the outcome. */
const DEADLINE_MILLISECONDS = 90_000

/** Runs one turn, in its slot: answers messages or a wake-up, as `decide-turn.ts` says. */
export async function runTurn(
  origin: TurnOrigin,
  stored: TurnItem | null,
  { relayedAt, receiveCount }: Receipt,
  clock: Clock,
): Promise<Fate> {
  const signal = AbortSignal.timeout(DEADLINE_MILLISECONDS)
  const chat = await openForReply(origin, clock)
  if (!chat) return await skipTurn(origin, 'routed_away')
  const { conversation, number } = chat
  const now = clock()
  const judgement = judge(chat, now)
  const turn = stored ?? (judgement.kind === 'later' ? await findTurn(origin) : null)
  const problem = number.sandbox ? undefined : findRestriction(number, 'replies', now)
  const isRestricted = problem !== undefined
  const opening = decideOpening({ judgement, turn, wakeUp: origin.wakeUp, conversation, isRestricted, now })
  if (opening.kind === 'skip') return await skipTurn(origin, opening.reason)
  if (opening.kind === 'wait' || opening.kind === 'end') {
    const visibilitySeconds = opening.kind === 'wait' ? opening.seconds : undefined
    log('turn.deferred', { visibilitySeconds })
    return visibilitySeconds === undefined ? DELETE : keep(visibilitySeconds)
  }
  if (opening.kind === 'hold') {
    if (problem) await holdRestricted(chat, problem, origin, now)
    return DELETE
  }
  const { message } = origin
  const stopTyping = message ? keepTyping(() => showTyping(chat, message, clock())) : () => {}
  try {
    const run = await prepareReply(origin, chat, turn, { relayedAt, receiveCount, signal, clock })
    if ('kind' in run) return run
    // A later call would show the indicator behind the reply.
    stopTyping()
    return await sendReply(run)
  } finally {
    stopTyping()
  }
}

/**
 * Returns the conversation with its number when the customer is quiet, or undefined if one of them does not exist. The
 * number is read consistently before a reply is sent. It is also read so here if the agent does not reply according to
 * the cached one.
 */
async function openForReply(origin: TurnOrigin, clock: Clock): Promise<Chat | undefined> {
  const conversation = await waitForPause(origin, origin.message?.takenAt ?? 0, clock)
  const recent = await openChat(conversation, origin, 'recent')
  return recent && judge(recent, clock()).kind === 'reply' ? recent : await openChat(conversation, origin)
}

function judge({ conversation, number }: Chat, now: EpochMs) {
  return judgeTurn(conversation, number, { windowSeconds: capabilitiesOf(number).windowSeconds, now })
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
  const { message, wakeUp } = origin
  const { conversation } = chat
  const steps = known ? await loadSteps(known) : []
  const isBegun = steps.length > 0 || known?.reply !== undefined
  // An interrupted turn still ends. After a redrive, a person may have answered.
  const begunFor = isBegun && known && turnStatus(known) === 'open' ? known.covers : []
  const [inForce, transcript, earlier] = await Promise.all([
    findTurnAgent(chat),
    getTranscript(conversation, message, clock(), begunFor),
    mayHaveSteps(conversation, origin) ? findEarlierSteps(conversation, origin.id, clock()) : [],
  ])
  const question = transcript.messages.find(({ id }) => id === message?.id)
  const begun = steps.length > 0 && known ? await findAgentFor(chat, known.agentId) : null
  const facts = { turn: known, question, wakeUp, conversation, begun, inForce }
  const decided = decideReply({ ...facts, limit: undefined })
  const limit = decided.kind === 'reply' && !isBegun ? await findReachedLimit(decided.agent, clock()) : undefined
  const decision = limit === undefined ? decided : decideReply({ ...facts, limit })
  switch (decision.kind) {
    case 'end':
      return DELETE
    case 'skip':
      // Its agent was deleted since the message came.
      if (message && decision.reason === 'no_agent' && !chat.number.sandbox) {
        await requestWaitCheck(conversation, message.sentAt, clock())
        await enterWaiting(conversation, message.sentAt)
      }
      return await skipTurn(origin, decision.reason)
    case 'fail':
      return known ? await failInterrupted({ turn: known, clock }) : DELETE
    case 'hand-over': {
      // The message stays unanswered: the next turn without this limit answers it.
      const { reason } = decision
      if (message) await markHumanNeeded(conversation, { originId: origin.id, reason, cause: 'limit' }, clock())
      log('turn.silent', { reason: 'limit_reached' })
      return DELETE
    }
  }
  const { agent, instruction, mustWrite } = decision
  const start = { known, origin, chat, agentId: agent.head.id, transcript, steps }
  const turn = await startTurn({ ...start, relayedAt, isRepeated: receiveCount > 1, now: clock() })
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

async function skipTurn({ message }: TurnOrigin, reason: SkipReason): Promise<Fate> {
  if (message) await markSeen(message)
  log('turn.silent', { reason })
  return DELETE
}

/**
 * Returns the turn of an origin, new or stored. A turn without steps and reply covers all messages that await an answer
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
  readonly relayedAt: EpochMs
  readonly isRepeated: boolean
  readonly now: EpochMs
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
async function showTyping({ number }: Chat, { waId }: MessageItem, now: EpochMs): Promise<void> {
  if (number.sandbox) return
  try {
    await channelOf(number).showTyping(number, waId, now)
  } catch {
    // The sending of the reply reports an unusable number.
  }
}
