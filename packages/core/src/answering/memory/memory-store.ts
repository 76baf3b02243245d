import type { AgentSettings } from '../../agents/agents/agent-settings.ts'
import { contactId } from '../../conversations/conversations/contact-id.ts'
import { expiryAfter } from '../../platform/clock.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import { MEMORY_DAYS, MemoryEntity, type MemoryItem } from './memory-entity.ts'
import { memoryPrompt } from './memory-prompt.ts'

/** Whose memory it is: an agent's, of the customer of a conversation. */
export type Remembering = Pick<ToolContext, 'organizationId' | 'agentId' | 'conversation' | 'number'>

/** What is remembered, as JSON by the id of its memory key. */
export type Memory = ReadonlyMap<string, string>

/** A value that is used is kept on; written at most once in so many days. */
const RENEWAL_DAYS = 30

/**
 * Under which ids a customer's memory is: their contact's, whichever of the organisation's numbers they write to, and before it
 * that of the conversation in which they shared no phone number yet. On a sandbox number it stays with the conversation: who
 * tries an agent out as some customer changes nothing of theirs.
 */
export function memoryOwners({ conversation, number }: Pick<Remembering, 'conversation' | 'number'>): string[] {
  if (number.sandbox) return [conversation.id]
  const owner = contactId(conversation)
  const before = contactId({ ...conversation, contactNumber: undefined })
  return conversation.contactUserId && before !== owner ? [before, owner] : [owner]
}

/** What an agent remembers of a customer. */
export async function getMemory(remembering: Remembering, now: number): Promise<Memory> {
  const { organizationId, agentId } = remembering
  const read = await Promise.all(
    memoryOwners(remembering).map((ownerId) =>
      MemoryEntity.query.byOwner({ organizationId, ownerId, agentId }).go({ pages: 'all', consistent: true }),
    ),
  )
  const items = read.flatMap(({ data }) => data).filter(({ expiresAt }) => expiresAt > now / 1000)
  const aging = items.filter(({ expiresAt }) => expiresAt < expiryAfter(now, MEMORY_DAYS - RENEWAL_DAYS))
  await Promise.all(aging.map((item) => renew(item, now)))
  return new Map(items.map(({ keyId, value }) => [keyId, value]))
}

async function renew({ organizationId, ownerId, agentId, keyId }: MemoryItem, now: number): Promise<void> {
  await MemoryEntity.patch({ organizationId, ownerId, agentId, keyId })
    .set({ expiresAt: expiryAfter(now, MEMORY_DAYS) })
    .go({ returnOnConditionCheckFailure: true })
}

/** Remembers values (JSON by the id of their keys) in the place of earlier ones. Twice is as once. */
export async function writeMemory(remembering: Remembering, values: Memory, now: number): Promise<void> {
  const { organizationId, agentId } = remembering
  const ownerId = memoryOwners(remembering).at(-1) ?? ''
  const expiresAt = expiryAfter(now, MEMORY_DAYS)
  await Promise.all(
    [...values].map(([keyId, value]) =>
      MemoryEntity.put({ organizationId, ownerId, agentId, keyId, value, expiresAt }).go(),
    ),
  )
}

/** What the model is told of what an agent remembers of a customer; `''` for an agent that remembers nothing. */
export async function openMemory(
  remembering: Remembering,
  { memoryKeys }: Pick<AgentSettings, 'memoryKeys'>,
  now: number,
): Promise<string> {
  return memoryKeys.length === 0 ? '' : memoryPrompt(memoryKeys, await getMemory(remembering, now))
}
