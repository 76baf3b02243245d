import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { channelOf } from '../../channel/channels.ts'
import { findRestriction, type Problem } from '../../channel/numbers/health.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { Handoff } from '../../conversations/handoff.ts'
import { handOffToHuman, markDeclined, markUndelivered } from '../../conversations/human-needed.ts'
import { advanceToOutbound } from '../../conversations/messages/advance-outbound.ts'
import { openMessage, sendOnceMore, sendStored, storeMessage } from '../../conversations/messages/dispatch-message.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import type { Clock } from '../../platform/clock.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import { DELETE, type Fate, keep } from '../../platform/queues/consume.ts'
import { watchSession } from '../sessions/watch-session.ts'
import { type ReplyPart, storedParts } from './compose-reply.ts'
import { countTurn } from './count-turn.ts'
import { failTurn } from './fail-turn.ts'
import { finishTurn } from './finish-turn.ts'
import { holdRestricted } from './hold-restricted.ts'
import { messageText } from './message-text.ts'
import { traceTurn } from './trace-turn.ts'
import { costAfter, microUsdIn } from './turn-cost.ts'
import { startsSession, type TurnRun } from './turn-run.ts'

const StoredHandoff = v.pipe(v.string(), v.parseJson(), Handoff)

/**
 * Sends the stored reply of a turn and ends the turn. A message that the provider rejects is stored as failed and not
 * sent again. If all of an answer are rejected, the conversation needs a person. While the provider is down the turn
 * fails as without a model, and its reply stays stored.
 */
export async function sendReply(run: TurnRun): Promise<Fate> {
  const { turn, origin, chat, isFresh = false, draft, clock } = run
  const parts = storedParts.parse(turn.reply ?? '[]', turn.format)
  const sendingAt = clock()
  const tally: Tally = { stored: [], accepted: 0 }
  const writer = { agentId: turn.speakerId ?? turn.agentId, modelMicroUsd: microUsdIn(turn.tokens) }
  const sending = await sendParts(chat, parts, { startedAt: turn.startedAt, writer, isFresh, tally }, clock)
  const { stored, accepted } = tally
  if (sending.kind !== 'done') {
    await advanceToOutbound(chat.conversation, stored)
    if (sending.kind === 'restricted') {
      await holdRestricted(chat, sending.problem, origin, clock())
      return DELETE
    }
    return sending.kind === 'unknown' ? keep(sending.seconds) : await failTurn(run, sending.error, 'provider')
  }
  const { sent } = sending
  const agentId = turn.speakerId ?? turn.agentId
  const cost = costAfter(chat.conversation.cost, turn)
  const answeredSession = sent.length > 0 ? turn.sessionId : undefined
  const watchedSession = answeredSession && (await beginWatch(run, clock()))
  const answers = sent.length > 0 && origin.message !== undefined && turn.declined === undefined
  const end = { answers, answeredSession, firstAnswer: firstAnswerOf(run, sent), cost, watchedSession }
  await advanceToOutbound(chat.conversation, sent, end, stored.length)
  if (turn.handoff) await handOffToHuman(chat.conversation, v.parse(StoredHandoff, turn.handoff))
  else if (turn.declined) await markDeclined(chat.conversation, turn.id, turn.declined, clock())
  else if (origin.message && parts.length > 0 && sent.length === 0)
    await markUndelivered(chat.conversation, turn.id, clock())
  const savedMessages = sent.length > 0 ? (turn.saved ?? 0) : 0
  const count = { agentId, messages: sent.length, sessions: sent.length > 0 && begins(run) ? 1 : 0, savedMessages }
  await finishTurn(turn, origin, countTurn(turn, count), clock())
  log(
    'turn.answered',
    {
      agentId,
      covered: turn.covers.length,
      parts: parts.length,
      sent: sent.length,
      round: turn.round,
      steps: draft?.steps,
      calls: draft?.calls,
      model: turn.model,
      declined: turn.declined,
      inputTokens: draft?.last?.tokens.inputTokens,
      outputTokens: draft?.last?.tokens.outputTokens,
      cachedTokens: draft?.last?.tokens.cachedTokens,
      modelMs: draft?.last?.durationMs,
      ...(accepted > 0 && { outcome: 'accepted' }),
    },
    {
      ...(accepted > 0 && { MessagesSent: accepted }),
      ...(sent.length > 0 && origin.message && { TimeToAnswered: clock() - origin.message.takenAt }),
    },
  )
  await traceTurn(run, { sent: sent.map(messageText), sendingAt, endedAt: clock() })
  return DELETE
}

/** Watches the session of an agent with outcome keys. Returns its id, or undefined if a session is watched already. */
async function beginWatch(run: TurnRun, now: EpochMs): Promise<string | undefined> {
  const { agent, chat, turn } = run
  const { watchedSession } = chat.conversation
  if (chat.number.sandbox || agent.settings.outcomeKeys.length === 0) return undefined
  if (watchedSession !== undefined && !begins(run)) return undefined
  const { id, sessionId, covers } = turn
  await watchSession(chat.conversation, { id, sessionId, agentId: agent.head.id, from: covers[0] ?? id }, now)
  return id
}

/** Returns when the first reply of a session was sent, and how long the customer waited for it. */
function firstAnswerOf(run: TurnRun, [first]: readonly MessageItem[]): ConversationItem['firstAnswer'] {
  const { origin, transcript, turn } = run
  if (!first || !origin.message || !begins(run)) return undefined
  const asked = transcript.messages.find(({ id }) => turn.covers.includes(id)) ?? origin.message
  return { at: first.takenAt, afterMs: Math.max(0, first.takenAt - asked.takenAt) }
}

/** Returns whether the reply is its session's first. After exhausted retries, another turn may have started it. */
function begins(run: TurnRun): boolean {
  const { begins = startsSession(run), failedAt } = run.turn
  return begins && (failedAt === undefined || startsSession(run))
}

/** The provider reports an accepted message within this time. A message without a report is sent once more. */
const REPORT_MILLISECONDS = 10_000

type SendOutcome =
  /** All messages were sent or rejected. `sent` are the accepted ones. */
  | { readonly kind: 'done'; readonly sent: readonly MessageItem[] }
  /** It is unknown whether the provider accepted a message. Check again after `seconds`. */
  | { readonly kind: 'unknown'; readonly seconds: number }
  /** The provider is unreachable, accepts no messages for this number now, or has not confirmed one. */
  | { readonly kind: 'down'; readonly error: Error }
  /** The channel restricts the number since the turn started. The rest of the reply is sent when the restriction ends. */
  | { readonly kind: 'restricted'; readonly problem: Problem }

/** Who wrote a reply, and what its turn used of the models, in millionths of a USD. */
interface Writer {
  readonly agentId: string
  readonly modelMicroUsd: number
}

/** What became of the messages of a reply: those stored for the first time, and how many the provider accepted. */
interface Tally {
  readonly stored: MessageItem[]
  accepted: number
}

interface Sending {
  /** When the turn started, or when a redrive reopened it. After it, an unconfirmed message is sent at most once more. */
  readonly startedAt: EpochMs
  readonly writer: Writer
  readonly isFresh: boolean
  readonly tally: Tally
}

/** Sends the messages of a reply in order. Idempotent. */
async function sendParts(
  chat: Chat,
  parts: readonly ReplyPart[],
  sending: Sending,
  clock: Clock,
): Promise<SendOutcome> {
  const sent: MessageItem[] = []
  for (const [index, part] of parts.entries()) {
    // The first message has the cost of the turn.
    const modelMicroUsd = index === 0 ? sending.writer.modelMicroUsd : 0
    const writer = { ...sending.writer, modelMicroUsd }
    const outcome = await sendPart(chat, part, { ...sending, writer }, clock)
    if (outcome.kind === 'refused') continue
    if (outcome.kind !== 'sent') return outcome
    sent.push(outcome.message)
  }
  return { kind: 'done', sent }
}

type PartOutcome =
  | Exclude<SendOutcome, { kind: 'done' }>
  | { readonly kind: 'sent'; readonly message: MessageItem }
  | { readonly kind: 'refused' }

async function sendPart(
  chat: Chat,
  part: ReplyPart,
  { startedAt, ...sending }: Sending,
  clock: Clock,
): Promise<PartOutcome> {
  const { id } = part
  try {
    const key = part.content.media?.[0]?.key
    const link = key === undefined ? undefined : await signedUrl(key)
    const message = await sendFirst(chat, { ...part, link }, sending, clock)
    if (message.status !== undefined) return outcomeOf(message)
    const { takenAt, resentAt = 0 } = message
    const waited = clock() - Math.max(takenAt, resentAt)
    if (waited < REPORT_MILLISECONDS)
      return { kind: 'unknown', seconds: Math.ceil((REPORT_MILLISECONDS - waited) / 1000) }
    if (resentAt >= startedAt)
      return { kind: 'down', error: new InternalError('the provider did not confirm a message that was sent twice') }
    // The channel must work before a message is sent a second time, because there is no third time.
    await channelOf(chat.number).requireWorking(chat.number, clock())
    const resent = await sendOnceMore(chat, message, clock, link)
    return resent.status === undefined ? { kind: 'unknown', seconds: REPORT_MILLISECONDS / 1000 } : outcomeOf(resent)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const problem = error.code === 'number_restricted' ? findRestriction(chat.number, 'replies', clock()) : undefined
    if (problem) return { kind: 'restricted', problem }
    log('turn.refused', { messageId: id, code: error.code })
    return error.code === 'upstream_error' ? { kind: 'down', error } : { kind: 'refused' }
  }
}

/** Sends a message of a reply unless it was, or may have been, sent before. Returns it. */
async function sendFirst(
  chat: Chat,
  { id, content, link }: ReplyPart & { readonly link: string | undefined },
  { writer: { agentId, modelMicroUsd }, isFresh, tally }: Omit<Sending, 'startedAt'>,
  clock: Clock,
): Promise<MessageItem> {
  const cost = modelMicroUsd > 0 ? { modelMicroUsd } : {}
  const message = { id, role: 'assistant', agentId, ...cost, content, link, turn: { isFresh } } as const
  const opened = await openMessage(chat, message, clock)
  if ('sent' in opened) return opened.sent
  const { message: stored, maySend, isNew } = await storeMessage(opened, clock())
  if (!maySend) return stored
  if (isNew) tally.stored.push(stored)
  const result = await sendStored(opened, stored, clock)
  if (result.isAccepted) tally.accepted += 1
  return result.message
}

/** Returns the outcome of a message with a status. The provider may have reported a failure before its response arrived. */
function outcomeOf(message: MessageItem): PartOutcome {
  if (message.status !== 'failed') return { kind: 'sent', message }
  log('turn.refused', { messageId: message.id, code: message.error?.code })
  return { kind: 'refused' }
}
