import type { Conversation } from '@messaging/contract/conversations.ts'
import type { MemoryValues } from '@messaging/contract/memory-values.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import { chooseNumber } from '../../conversations/choose-number.ts'
import { type CreateConversationInput, createConversation } from '../../conversations/create-conversation.ts'
import { conversationId, findAlias } from '../../conversations/find-or-create.ts'
import { findConversation, getConversation } from '../../conversations/get-conversation.ts'
import { sessionInForce } from '../../conversations/routing/session-in-force.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { givenMemory, storeGiven } from './given-memory.ts'
import { memoryOwners } from './memory-store.ts'

/**
 * As `createConversation`, and sets what the conversation's agent remembers.
 * @throws ServiceError 400 as `givenMemory`, and for memory of a conversation without an agent
 */
export async function startConversation(
  caller: Caller,
  { memory, ...input }: CreateConversationInput & { readonly memory?: MemoryValues },
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
async function agentOf(organizationId: string, input: CreateConversationInput): Promise<string | undefined> {
  const number = chooseNumber(await listNumbers(organizationId), input)
  const alias = await findAlias(number, input.toNumber)
  const found =
    (await findConversation(organizationId, conversationId(number, input.toNumber))) ??
    (alias ? await findConversation(organizationId, alias) : null)
  return (found && sessionInForce(number, found).agentId) ?? number.agentId
}
