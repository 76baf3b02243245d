import type { Conversation } from '@replywright/contract/conversations.ts'
import type { MemoryValues } from '@replywright/contract/memory-values.ts'
import type { MessageInput } from '@replywright/contract/messages.ts'
import { findAgent, findAgentHead } from '../agents/find-agent.ts'
import { listNumbers } from '../channel/numbers/numbers.ts'
import { authorOf } from '../conversations/author.ts'
import { chooseNumber } from '../conversations/choose-number.ts'
import { conversationView, getConversation, viewConversation } from '../conversations/conversations.ts'
import { namesToReach } from '../conversations/customers/find-by-key.ts'
import { findByContact, findOrCreateConversation } from '../conversations/customers/resolve.ts'
import { prepareContent, requireOpenWindow } from '../conversations/messages/dispatch-message.ts'
import { contentOfInput, sendContent } from '../conversations/messages/send-message.ts'
import { requireMarketing } from '../conversations/opt-out.ts'
import { liveAgentId, sessionInForce } from '../conversations/routing/effective-route.ts'
import { startSession } from '../conversations/start-session.ts'
import type { Clock } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import type { Caller } from '../platform/request.ts'
import { givenMemory, storeGiven } from './memory/memory.ts'
import { memoryOwners } from './memory/memory-store.ts'

interface StartInput {
  /** The contact, digits without plus. */
  readonly toNumber: string
  readonly fromNumber?: string
  readonly agentId?: string
  /** Sent at once, and once for each `messageId`. */
  readonly message?: MessageInput
  readonly messageId: string
  /** Whether the call is refused if only templates can be sent. */
  readonly requireOpenWindow?: boolean | undefined
  /** What the conversation's agent remembers from then on. */
  readonly memory?: MemoryValues
}

/**
 * `POST /conversations/`: returns a contact's conversation, created if it does not exist. It remains if the message is
 * refused. Throws 409 as `requireMarketing`; 400 for a number or agent of another organisation, if no number can be
 * chosen, for a message that does not match its template, as `givenMemory`, and for memory of a conversation without an agent;
 * `window_closed` with `requireOpenWindow`, and creates nothing.
 */
export async function startConversation(
  caller: Caller,
  { memory, ...input }: StartInput,
  clock: Clock,
): Promise<Conversation> {
  if (memory === undefined) return await createConversation(caller, input, clock)
  const { organizationId } = caller
  const agentId = input.agentId ?? (await agentOf(organizationId, input))
  const agent = agentId === undefined ? null : await findAgent(organizationId, agentId)
  if (!agent && input.agentId !== undefined) throw invalidField('agentId', 'no such agent')
  if (!agent) throw invalidField('memory', 'requires an agent: send agentId, or connect an agent to the number')
  const given = givenMemory(agent.settings, memory, 'memory')
  const created = await createConversation(caller, input, clock)
  const owners = memoryOwners(await getConversation(organizationId, created.id))
  await storeGiven({ organizationId, agentId: agent.head.id }, owners, given, clock())
  return created
}

/** Returns the agent of the conversation, which may not exist yet. */
async function agentOf(organizationId: string, input: StartInput): Promise<string | undefined> {
  const number = chooseNumber(await listNumbers(organizationId), input)
  const found = await findByContact(number, await namesToReach(organizationId, input.toNumber))
  return (found && (await liveAgentId(number, sessionInForce(number, found)))) ?? number.agentId
}

async function createConversation(
  caller: Caller,
  { toNumber, fromNumber, agentId, message, messageId, requireOpenWindow: isTextNext }: StartInput,
  clock: Clock,
): Promise<Conversation> {
  const { organizationId } = caller
  const now = clock()
  const [numbers, agent] = await Promise.all([
    listNumbers(organizationId),
    agentId === undefined ? undefined : findAgentHead(organizationId, agentId),
  ])
  if (agent === null) throw invalidField('agentId', 'no such agent')
  const number = chooseNumber(numbers, { toNumber, fromNumber, agentId })
  const names = await namesToReach(organizationId, toNumber)
  if (isTextNext) requireOpenWindow({ conversation: (await findByContact(number, names)) ?? {}, number }, {}, now)
  const input = message && (await contentOfInput(number, message, now, 'message.'))
  const content = input && (await prepareContent(number, input, now, (path) => `message.${path}`))
  // Before a conversation is created. The message is checked again, also under the customer's user id.
  if (content?.isMarketing) await requireMarketing(organizationId, names)
  const conversation = await findOrCreateConversation(number, names, now, { agentId })
  const started = agentId === undefined ? conversation : await startSession(conversation, agentId, now)
  if (!message || !content) return await conversationView(started, number, now)
  const chat = { conversation: started, number }
  await sendContent(chat, { id: messageId, author: authorOf(caller), input: message, content }, clock)
  return await viewConversation(organizationId, started.id, clock())
}
