import type { Trial } from '@messaging/contract/dashboard/try-agent.ts'
import type { Message } from '@messaging/contract/messages.ts'
import { findAgentHead } from '../../agents/agents/find-agent.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import { capabilityKey } from '../../channel/provider/provider-settings.ts'
import { connectText, wantedAgent } from '../../conversations/conversations/connect-sandbox.ts'
import type { ConversationItem } from '../../conversations/conversations/conversation-entity.ts'
import { conversationId } from '../../conversations/conversations/find-or-create.ts'
import { findConversation } from '../../conversations/conversations/get-conversation.ts'
import { MEDIA_CAPABILITY } from '../../conversations/media/media-token.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { messageView } from '../../conversations/messages/message-view.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import type { Caller } from '../../platform/caller.ts'
import { derivedId } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { viewTurns } from '../turns/view-turns.ts'
import { sendAsCustomer } from './send-as-customer.ts'

const SHOWN = 100
/** No country has this calling code, so that the number of a trial is nobody's. */
const CALLING_CODE = '888'
const DIGITS = 12
const NAME = 'Trial'

/**
 * Writes to an agent of the caller's organisation as a customer on its sandbox number would: one customer for each user and
 * agent. 404 for an unknown or foreign agent. `now` in milliseconds.
 */
export async function tryAgent(caller: Caller, agentId: string, text: string, now: number): Promise<Message> {
  await requireAgent(caller, agentId)
  if (wantedAgent({ sandbox: true }, { type: 'text', text }) !== undefined)
    throw invalidField('text', 'asks for another agent; open that one to try it')
  const write = (written: string, at: number) =>
    sendAsCustomer(caller.organizationId, { from: customerOf(caller, agentId), name: NAME, text: written }, at)
  const conversation = await findTrial(caller, agentId)
  if (conversation?.agentId !== undefined) return messageView(await write(text, now))
  await write(connectText(agentId), now)
  // Messages sort by their milliseconds.
  return messageView(await write(text, now + 1))
}

/** What was said in the caller's trial of an agent since it was begun, and what the agent did. 404 as `tryAgent`. */
export async function viewTrial(caller: Caller, agentId: string, now: number): Promise<Trial> {
  await requireAgent(caller, agentId)
  const conversation = await findTrial(caller, agentId)
  if (!conversation) return { conversationId: null, state: 'idle', messages: [], turns: [] }
  const { organizationId, id, sessionId } = conversation
  const [{ data }, { turns, items }, mediaKey] = await Promise.all([
    MessageEntity.query
      .byId({ organizationId, conversationId: id })
      .go({ order: 'desc', limit: SHOWN, consistent: true }),
    viewTurns(conversation),
    capabilityKey(MEDIA_CAPABILITY, now),
  ])
  const messages = data
    .filter((message) => message.sessionId === sessionId && message.expiresAt > now / 1000)
    .toReversed()
  const inSession = new Set(items.filter((turn) => turn.sessionId === sessionId).map((turn) => turn.id))
  return {
    conversationId: id,
    state: stateOf(conversation, messages),
    messages: messages.map((message) => messageView(message, mediaKey)),
    turns: turns.filter((turn) => inSession.has(turn.id)),
  }
}

/** Begins a trial anew, in a session that knows nothing of what was said. 404 as `tryAgent`. */
export async function restartTrial(caller: Caller, agentId: string, now: number): Promise<undefined> {
  await requireAgent(caller, agentId)
  if (!(await findTrial(caller, agentId))) return
  await sendAsCustomer(
    caller.organizationId,
    { from: customerOf(caller, agentId), name: NAME, text: connectText(agentId) },
    now,
  )
}

function stateOf({ humanNeededSince }: ConversationItem, messages: readonly MessageItem[]): Trial['state'] {
  if (!messages.some(awaitsAnswer)) return 'idle'
  return humanNeededSince === undefined ? 'answering' : 'gave_up'
}

async function requireAgent({ organizationId }: Caller, agentId: string): Promise<void> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
}

async function findTrial(caller: Caller, agentId: string): Promise<ConversationItem | null> {
  const sandbox = (await listNumbers(caller.organizationId)).find((number) => number.sandbox)
  if (!sandbox) return null
  return await findConversation(caller.organizationId, conversationId(sandbox, customerOf(caller, agentId)))
}

/** The phone number of the customer as whom a user tries an agent, digits without plus. */
export function customerOf({ userId }: Pick<Caller, 'userId'>, agentId: string): string {
  const id = derivedId('trial customer', userId, agentId)
  const digits = BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** BigInt(DIGITS)
  return `${CALLING_CODE}${digits.toString().padStart(DIGITS, '0')}`
}
