import type { SessionReport } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AgentCountEntity } from '../../agents/agent-entity.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import { openMonth } from '../../agents/usage/agent-month.ts'
import { costOfMessages, NO_PARTS, type Parts, plusParts, viewUsd } from '../../agents/usage/costs.ts'
import { findReachedLimit } from '../../agents/usage/monthly-limit.ts'
import { conversationDeliveries, subscribersOf } from '../../conversations/conversation-deliveries.ts'
import { type ConversationItem, findConversation } from '../../conversations/conversation-entity.ts'
import { partsOf, writeEarlier } from '../../conversations/event-parts.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { endedEnvelope } from '../../deliveries/envelope.ts'
import { DELIVERY_ENTITIES, deliveryWrites, type NewDelivery } from '../../deliveries/new-delivery.ts'
import { type Clock, monthOf } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { loggableError } from '../../platform/log/loggable-error.ts'
import { DELETE, type Fate, keep, type Receipt } from '../../platform/queues/consume.ts'
import { acquireSlot, releaseSlot } from '../../platform/queues/organization-slots.ts'
import { settings } from '../../platform/settings.ts'
import { refusals } from '../../platform/table/transact.ts'
import { retryAfter } from '../turns/judge-turn.ts'
import { NO_TOKENS, plus, readTokens, type Tokens } from '../turns/turn-cost.ts'
import { TurnEntity } from '../turns/turn-entity.ts'
import { type Description, describeSession, undescribed } from './describe-session.ts'
import { endedBy } from './session-end.ts'
import { EndedSessionEntity, SessionEntity, type SessionItem } from './session-entity.ts'

const EVENT = 'conversation.ended'
/** What a transaction holds besides events at most: the session, and the counter of the agent. */
const BESIDE_EVENTS = 2
/** The order of the operations of a report. */
const [SESSION, COUNT] = [0, 1]

/**
 * Reports a session that has ended, once, in a slot of its organisation: lets the model describe it, and stores the event
 * for webhooks. While the model is down the report is retried; then it has no summary.
 */
export async function reportSession(queued: SessionReport, receipt: Receipt, clock: Clock): Promise<Fate> {
  const { kind: _, ...key } = queued
  const pool = { pool: 'turns', organizationId: key.organizationId } as const
  const slot = await acquireSlot(pool, { holder: key.id, since: receipt.sentAt }, clock)
  if (slot.kind === 'wait') return keep(slot.seconds)
  try {
    const { data: session } = await SessionEntity.get(key).go({ consistent: true })
    const conversation = session && (await findConversation(key.organizationId, key.conversationId))
    if (conversation && session.reportedAt === undefined) {
      const retrySeconds = await report(conversation, session, clock)
      if (retrySeconds !== undefined) return keep(retrySeconds)
    }
    await EndedSessionEntity.delete(key).go()
    return DELETE
  } finally {
    await releaseSlot(pool, key.id, slot.part)
  }
}

/** Returns the seconds to the next try, or undefined after the report. */
async function report(conversation: ConversationItem, session: SessionItem, clock: Clock): Promise<number | undefined> {
  const [agent, subscribers, messages, used] = await Promise.all([
    findAgent(session.organizationId, session.agentId),
    subscribersOf(conversation, EVENT),
    messagesOf(session),
    tokensOf(session),
  ])
  // Without its agent, nothing says what the outcome is.
  const own = agent?.settings ?? { outcomeKeys: [] }
  let described: Description = undescribed(own)
  // Nobody would read the description.
  const isRead = subscribers.length > 0 && messages.count > 0
  if (agent && isRead && (await findReachedLimit(agent, clock())) === undefined)
    try {
      described = await describeSession(agent.settings, messages.latest, clock)
    } catch (error) {
      const isDown = error instanceof ModelDownError
      if (!isDown && !(error instanceof ModelRefusedError)) throw error
      const tries = (session.tries ?? 0) + 1
      const retrySeconds = isDown ? retryAfter(tries, settings.MODEL_RETRY_DELAYS_SECONDS) : undefined
      log('session.undescribed', { sessionId: session.id, reason: loggableError(error).name, retrySeconds })
      if (retrySeconds !== undefined) {
        await countTry(session, tries)
        return retrySeconds
      }
    }
  await write(conversation, session, { described, messages, used }, clock())
  return undefined
}

/** Counts a failure of the model, unless the session was deleted meanwhile. */
async function countTry({ organizationId, conversationId, id }: SessionItem, tries: number): Promise<void> {
  await SessionEntity.patch({ organizationId, conversationId, id })
    .set({ tries })
    .go({ returnOnConditionCheckFailure: true })
}

interface Messages {
  readonly latest: readonly MessageItem[]
  readonly count: number
  readonly cost: Parts
}

interface Findings {
  readonly described: Description
  readonly messages: Messages
  /** What the turns of the session used. */
  readonly used: Tokens
}

/**
 * Stores the events and what the description used, once: in one write, unless the events exceed a transaction. Then the other
 * events come first, so that a session that counts as reported has all of them.
 */
async function write(
  conversation: ConversationItem,
  session: SessionItem,
  { described, messages, used }: Findings,
  now: EpochMs,
): Promise<void> {
  const { organizationId, conversationId, id, agentId, endedAt = now } = session
  const { summary, outcome, tokens: spent = NO_TOKENS } = described
  const { inputTokens, outputTokens, microUsd: model = 0 } = plus(used, spent)
  const envelope = endedEnvelope(endedAt, conversation, {
    summary,
    outcome: { ...outcome },
    endedBy: endedBy(messages.latest),
    messages: messages.count,
    tokens: inputTokens + outputTokens,
    usd: viewUsd({ ...messages.cost, model }),
  })
  const events = await conversationDeliveries(conversation, id, endedAt, envelope)
  const month = monthOf(now)
  const { cachedTokens = 0, microUsd: price = 0 } = spent
  const key = { organizationId, conversationId, id }
  const [last, earlier] = partsOf(events, BESIDE_EVENTS)
  if (!(await writeEarlier(earlier, SESSION + 1, (part) => writePart(key, part)))) return
  const write = (isCounted: boolean, part: readonly NewDelivery[]) =>
    refusals({ sessions: SessionEntity, counts: AgentCountEntity, ...DELIVERY_ENTITIES }, (entities) => [
      entities.sessions
        .patch(key)
        .set({ reportedAt: now })
        .where(({ reportedAt }, { notExists }) => notExists(reportedAt))
        .commit(),
      ...(isCounted
        ? [
            entities.counts
              .patch({ organizationId, id: agentId })
              .add({
                turns: 1,
                inputTokens: spent.inputTokens,
                outputTokens: spent.outputTokens,
                cachedTokens,
                microUsd: price,
              })
              .where((stored, { gte }) => gte(stored.month, month))
              .commit(),
          ]
        : []),
      // The payloads in this write, because an erasure that has deleted the session would not find them.
      ...deliveryWrites(entities, part),
    ])
  let part = last
  for (let isCounted = spent.inputTokens > 0; ; ) {
    const refused = await write(isCounted, part)
    if (refused.includes(SESSION)) return
    if (refused.length === 0) break
    const first = isCounted ? 2 : 1
    // An interrupted run may have stored them in an earlier part.
    part = part.filter((_, index) => !refused.includes(first + index))
    // A deleted agent has no counters.
    if (isCounted && refused.includes(COUNT)) isCounted = await openMonth(organizationId, agentId, month)
  }
  log(EVENT, { sessionId: id, agentId, deliveries: events.length, described: summary !== '' })
}

/** Stores a part of the events unless the session was reported or deleted. Returns which operations were refused. */
async function writePart(
  key: { readonly organizationId: string; readonly conversationId: string; readonly id: string },
  events: readonly NewDelivery[],
): Promise<number[]> {
  return await refusals({ sessions: SessionEntity, ...DELIVERY_ENTITIES }, (entities) => [
    entities.sessions
      .check(key)
      .where(({ id, reportedAt }, { exists, notExists }) => `${exists(id)} AND ${notExists(reportedAt)}`)
      .commit(),
    ...deliveryWrites(entities, events),
  ])
}

/** The messages of a session that a report keeps: more than the model reads. A customer can write without end. */
const LATEST_MESSAGES = 100

/** Returns the latest messages of a session, oldest first, how many it has, and what they cost. */
async function messagesOf({ organizationId, conversationId, from, sessionId }: SessionItem): Promise<Messages> {
  let latest: MessageItem[] = []
  let count = 0
  let cost = NO_PARTS
  let cursor: string | null = null
  do {
    const page: { data: MessageItem[]; cursor: string | null } = await MessageEntity.query
      .byId({ organizationId, conversationId })
      .gte({ id: from })
      .go({ cursor, consistent: true })
    const own = page.data.filter((message) => message.sessionId === sessionId)
    latest = [...latest, ...own].slice(-LATEST_MESSAGES)
    count += own.length
    cost = plusParts(cost, costOfMessages(own))
    cursor = page.cursor
  } while (cursor !== null)
  return { latest, count, cost }
}

async function tokensOf({ organizationId, conversationId, id, sessionId }: SessionItem): Promise<Tokens> {
  const { data } = await TurnEntity.query
    .byId({ organizationId, conversationId })
    .gte({ id })
    .go({ pages: 'all', attributes: ['sessionId', 'tokens'] })
  return data
    .filter((turn) => turn.sessionId === sessionId)
    .flatMap((turn) => [...readTokens(turn.tokens).values()])
    .reduce(plus, NO_TOKENS)
}
