import type { ContactMemory, MemoryChange, MemoryErasure } from '@messaging/contract/dashboard/contact-memory.ts'
import { findAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { getConversation } from '../../conversations/get-conversation.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { ERASED_DAYS, MemoryEntity, type MemoryItem } from './memory-entity.ts'
import { isKnown, memoryOwners, writeMemory } from './memory-store.ts'
import { LARGEST_VALUE_BYTES } from './memory-tool.ts'

/** Returns what the organisation's agents remember about the customer of a conversation. @throws ServiceError 404 */
export async function viewMemory(organizationId: string, conversationId: string, now: number): Promise<ContactMemory> {
  const { conversation, number } = await getConversation(organizationId, conversationId)
  const items = (await listMemory(organizationId, memoryOwners({ conversation, number }))).filter((item) =>
    isKnown(item, now),
  )
  const active = conversation.agentId ?? number.agentId
  const ids = [...new Set([...(active ? [active] : []), ...items.map(({ agentId }) => agentId)])]
  const agents = await Promise.all(ids.map((id) => findAgent(organizationId, id)))
  return {
    agents: agents.flatMap((agent) => {
      if (!agent) return []
      const { id, name } = agent.head
      // A later item of the same key replaces an earlier one (`memoryOwners`).
      const values = new Map(items.filter(({ agentId }) => agentId === id).map(({ keyId, value }) => [keyId, value]))
      const keys = agent.settings.memoryKeys.map((key) => ({
        id: key.id,
        key: key.key,
        type: key.type,
        value: values.get(key.id) ?? null,
      }))
      return keys.length === 0 ? [] : { id, name, keys }
    }),
  }
}

/** Replaces one remembered value. @throws ServiceError 400 for an unknown key or a value that is too large; 404 */
export async function changeMemory(
  organizationId: string,
  conversationId: string,
  { agentId, keyId, value }: MemoryChange,
  now: number,
): Promise<ContactMemory> {
  const { conversation, number } = await getConversation(organizationId, conversationId)
  await requireKey(organizationId, agentId, keyId)
  if (Buffer.byteLength(value) > LARGEST_VALUE_BYTES) throw invalidField('value', 'must be at most 4 KB')
  const remembering = { organizationId, agentId, conversation, number }
  // No turn is older than a change by a person.
  await writeMemory(remembering, new Map([[keyId, value]]), { now, knownAt: now + 1 })
  log('memory.changed', { organizationId, conversationId, agentId })
  return await viewMemory(organizationId, conversationId, now)
}

/**
 * Erases one remembered value, or all values of all agents. A turn that is running does not write them again, because
 * an erased value retains the time of its erasure (`writeMemory`).
 * @throws ServiceError 404
 */
export async function eraseMemory(
  organizationId: string,
  conversationId: string,
  erasure: MemoryErasure,
  now: number,
): Promise<ContactMemory> {
  const { conversation, number } = await getConversation(organizationId, conversationId)
  const owners = memoryOwners({ conversation, number })
  const stored = await listMemory(organizationId, owners)
  const { agentId, keyId } = erasure
  if (agentId !== undefined && keyId !== undefined) await eraseKeys(organizationId, owners, [{ agentId, keyId }], now)
  else {
    const active = conversation.agentId ?? number.agentId
    const agent = active ? await findAgent(organizationId, active) : null
    await eraseKeys(organizationId, owners, [...stored, ...keysOf(agent)], now)
  }
  log('memory.erased', { organizationId, conversationId })
  return await viewMemory(organizationId, conversationId, now)
}

/** Returns the stored values of owners, including erased and expired ones, oldest owner first. */
export async function listMemory(organizationId: string, owners: readonly string[]): Promise<MemoryItem[]> {
  const read = await Promise.all(
    owners.map((ownerId) =>
      MemoryEntity.query.byOwner({ organizationId, ownerId }).go({ pages: 'all', consistent: true }),
    ),
  )
  return read.flatMap(({ data }) => data)
}

type Key = Pick<MemoryItem, 'agentId' | 'keyId'>

/** Returns the memory keys of an agent. A running turn may write them although they have no value yet. */
export function keysOf(agent: StoredAgent | null): Key[] {
  return agent?.settings.memoryKeys.map((key) => ({ agentId: agent.head.id, keyId: key.id })) ?? []
}

/** Erases values. The mark of an erased value has no data of the customer, and expires. Idempotent. */
export async function eraseKeys(
  organizationId: string,
  owners: readonly string[],
  keys: readonly Key[],
  now: number,
): Promise<void> {
  const unique = [...new Map(keys.map(({ agentId, keyId }) => [`${agentId} ${keyId}`, { agentId, keyId }])).values()]
  const erased = { value: '', erasedAt: now, expiresAt: expiryAfter(now, ERASED_DAYS) }
  await Promise.all(
    owners.flatMap((ownerId) =>
      unique.map((key) => MemoryEntity.put({ organizationId, ownerId, ...key, ...erased }).go()),
    ),
  )
}

async function requireKey(organizationId: string, agentId: string, keyId: string): Promise<void> {
  const agent = await findAgent(organizationId, agentId)
  if (!agent) throw invalidField('agentId', 'no such agent')
  if (!agent.settings.memoryKeys.some(({ id }) => id === keyId))
    throw invalidField('keyId', 'no such memory key of the agent')
}
