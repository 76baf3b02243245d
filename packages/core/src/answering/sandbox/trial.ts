import type { Trial } from '@messaging/contract/dashboard/try-agent.ts'
import type { Message } from '@messaging/contract/messages.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import { connectText, wantedAgent } from '../../conversations/connect-sandbox.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { conversationId } from '../../conversations/find-or-create.ts'
import { findConversation } from '../../conversations/get-conversation.ts'
import { MEDIA_CAPABILITY } from '../../conversations/media/media-token.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { messageView } from '../../conversations/messages/message-view.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import type { Caller } from '../../platform/caller.ts'
import { expiryAfter, isLive } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { capabilityKey } from '../../platform/secrets/capability-keys.ts'
import { TURN_DAYS } from '../turns/turn-entity.ts'
import { viewTurns } from '../turns/view-turns.ts'
import { sendAsCustomer } from './sandbox-chat.ts'
import { trialCustomer } from './trial-customer.ts'
import { TrialEntity } from './trial-entity.ts'

const SHOWN = 100
const NAME = 'Trial'

/** An agent as published, or with the fields of its draft. */
interface Tried {
  readonly agentId: string
  readonly draft: boolean
}

/**
 * Sends a text to an agent as a customer on the sandbox number. Each user has a customer for each agent and one for its
 * draft. `now` is in milliseconds.
 * @throws ServiceError 404 for an unknown agent
 */
export async function tryAgent(caller: Caller, tried: Tried, text: string, now: number): Promise<Message> {
  const { organizationId } = caller
  const { agentId, draft } = tried
  await requireAgent(caller, agentId)
  if (wantedAgent({ sandbox: true }, { type: 'text', text }) !== undefined)
    throw invalidField('text', 'names another agent; open that agent to try it')
  const conversation = await findTrial(caller, tried)
  const conversationId =
    conversation?.agentId === undefined ? (await connect(caller, tried, now)).conversationId : conversation.id
  if (draft)
    await TrialEntity.put({
      organizationId,
      conversationId,
      agentId,
      draft,
      expiresAt: expiryAfter(now, TURN_DAYS),
    }).go()
  // Messages sort by their time in milliseconds.
  const sent = await sendAsCustomer(organizationId, { from: customerOf(caller, tried), name: NAME, text }, now + 1)
  return messageView(sent)
}

/** Returns the caller's current trial: messages and turns. @throws ServiceError 404 for an unknown agent */
export async function viewTrial(caller: Caller, tried: Tried, now: number): Promise<Trial> {
  await requireAgent(caller, tried.agentId)
  const conversation = await findTrial(caller, tried)
  if (!conversation) return { conversationId: null, state: 'idle', messages: [], turns: [] }
  const { organizationId, id, sessionId } = conversation
  const [{ data }, { turns, items }, mediaKey] = await Promise.all([
    MessageEntity.query
      .byId({ organizationId, conversationId: id })
      .go({ order: 'desc', limit: SHOWN, consistent: true }),
    viewTurns(conversation),
    capabilityKey(MEDIA_CAPABILITY, now),
  ])
  const messages = data.filter((message) => message.sessionId === sessionId && isLive(message, now)).toReversed()
  const inSession = new Set(items.filter((turn) => turn.sessionId === sessionId).map((turn) => turn.id))
  return {
    conversationId: id,
    state: stateOf(conversation, messages),
    messages: messages.map((message) => messageView(message, mediaKey)),
    turns: turns.filter((turn) => inSession.has(turn.id)),
  }
}

/** Starts a new session, without the earlier messages. @throws ServiceError 404 for an unknown agent */
export async function restartTrial(caller: Caller, tried: Tried, now: number): Promise<undefined> {
  await requireAgent(caller, tried.agentId)
  if (await findTrial(caller, tried)) await connect(caller, tried, now)
}

async function connect(caller: Caller, tried: Tried, now: number): Promise<MessageItem> {
  const text = connectText(tried.agentId)
  return await sendAsCustomer(caller.organizationId, { from: customerOf(caller, tried), name: NAME, text }, now)
}

/** Returns the state of a trial. `messages` are those of its session, oldest first. */
export function stateOf(
  { humanNeededSince, reachedLimit }: Pick<ConversationItem, 'humanNeededSince' | 'reachedLimit'>,
  messages: readonly Pick<MessageItem, 'out' | 'turnId' | 'takenAt'>[],
): Trial['state'] {
  const asked = messages.findLast(awaitsAnswer)
  if (!asked) return 'idle'
  if (humanNeededSince === undefined) return 'answering'
  // A limit stops later messages without another mark.
  return reachedLimit !== undefined || humanNeededSince >= asked.takenAt ? 'failed' : 'answering'
}

export async function requireAgent({ organizationId }: Caller, agentId: string): Promise<void> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
}

async function findTrial(caller: Caller, tried: Tried): Promise<ConversationItem | null> {
  const sandbox = (await listNumbers(caller.organizationId)).find((number) => number.sandbox)
  if (!sandbox) return null
  return await findConversation(caller.organizationId, conversationId(sandbox, customerOf(caller, tried)))
}

/** Returns the phone number of the customer that a user plays in the trial of an agent, digits without plus. */
export function customerOf({ userId }: Pick<Caller, 'userId'>, { agentId, draft }: Tried): string {
  return trialCustomer(userId, agentId, ...(draft ? ['draft'] : []))
}
