import type { EpochMs } from '@replywright/contract/time.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { findConversation } from '../../conversations/conversation-entity.ts'
import { isKnown, MEMORY_DAYS, MemoryEntity, type MemoryItem } from '../../conversations/memory-entity.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { asData, clip } from '../tools/as-data.ts'
import type { ToolContext } from '../tools/open-tools.ts'

/** Identifies a memory: an agent and the customer of a conversation. */
type Remembering = Pick<ToolContext, 'organizationId' | 'agentId' | 'conversation' | 'number'>

/** Values as JSON, by the id of their memory key. */
export type Memory = ReadonlyMap<string, string>

/** A value in use is renewed at most once in this number of days. */
const RENEWAL_DAYS = 30

/**
 * Returns the owner ids under which a customer's memory is stored. The owner is the customer, so the memory is shared by all
 * numbers of the organisation. On a sandbox number the owner is the conversation: a trial never changes a real customer's memory.
 */
export function memoryOwners({ conversation, number }: Pick<Remembering, 'conversation' | 'number'>): string[] {
  return [number.sandbox ? conversation.id : conversation.customerId]
}

/** Returns what an agent remembers about a customer. Renews values that are in use. */
async function getMemory(remembering: Remembering, now: EpochMs): Promise<Memory> {
  const { organizationId, agentId } = remembering
  const read = await Promise.all(
    memoryOwners(remembering).map((ownerId) =>
      MemoryEntity.query.byOwner({ organizationId, ownerId, agentId }).go({ pages: 'all', consistent: true }),
    ),
  )
  const items = read.flatMap(({ data }) => data).filter((item) => isKnown(item, now))
  const aging = items.filter(({ expiresAt }) => expiresAt < expiryAfter(now, MEMORY_DAYS - RENEWAL_DAYS))
  await Promise.all(aging.map((item) => renew(item, now)))
  return new Map(items.map(({ keyId, value }) => [keyId, value]))
}

async function renew({ organizationId, ownerId, agentId, keyId }: MemoryItem, now: EpochMs): Promise<void> {
  await MemoryEntity.patch({ organizationId, ownerId, agentId, keyId })
    .set({ expiresAt: expiryAfter(now, MEMORY_DAYS) })
    .go({ returnOnConditionCheckFailure: true })
}

/**
 * Stores values (JSON by memory key id) and replaces earlier ones. Idempotent. A value that was erased after `knownAt`
 * stays erased: the turn knows it from before. If the customer's number has changed meanwhile, the new one has the values.
 */
export async function writeMemory(
  remembering: Remembering,
  values: Memory,
  { now, knownAt }: { readonly now: EpochMs; readonly knownAt: EpochMs },
): Promise<void> {
  const { organizationId, agentId, number } = remembering
  const current = await findConversation(organizationId, remembering.conversation.id)
  const owners = memoryOwners({ conversation: current ?? remembering.conversation, number })
  await writeValues({ organizationId, agentId, ownerId: owners.at(-1) ?? '' }, values, { now, knownAt })
}

/** As `writeMemory`, for the owner of the values. */
export async function writeValues(
  { organizationId, agentId, ownerId }: Pick<MemoryItem, 'organizationId' | 'agentId' | 'ownerId'>,
  values: Memory,
  { now, knownAt }: { readonly now: EpochMs; readonly knownAt: EpochMs },
): Promise<void> {
  const expiresAt = expiryAfter(now, MEMORY_DAYS)
  await Promise.all(
    [...values].map(([keyId, value]) =>
      MemoryEntity.put({ organizationId, ownerId, agentId, keyId, value, writtenAt: now, expiresAt })
        .where(({ erasedAt }, { notExists, lt }) => `${notExists(erasedAt)} OR ${lt(erasedAt, knownAt)}`)
        .go({ returnOnConditionCheckFailure: true }),
    ),
  )
}

/** Returns the memory part of the prompt, or `''` for an agent without memory keys. */
export async function openMemory(
  remembering: Remembering,
  { memoryKeys }: Pick<AgentSettings, 'memoryKeys'>,
  now: EpochMs,
): Promise<string> {
  return memoryKeys.length === 0 ? '' : memoryPrompt(memoryKeys, await getMemory(remembering, now))
}

/** Maximum size of the memory in the prompt. */
const PROMPT_BYTES = 8 * 1024
const ROOM_FOR_MARKS = 256
const INTRODUCTION = 'What you remember of this customer:'
const UNKNOWN = '(not known yet)'

/** Lists a customer's memory; `''` for an agent without memory keys. A key without a value shows its initial value. */
export function memoryPrompt(keys: AgentSettings['memoryKeys'], memory: Memory): string {
  if (keys.length === 0) return ''
  const lines = keys.map(({ id, key, initialValue }) => {
    // Escapes `<`, so that a value cannot contain a data tag. The JSON stays equivalent.
    const value = memory.get(id)?.replaceAll('<', '\\u003c')
    return `- ${key}: ${value ?? (initialValue || UNKNOWN)}`
  })
  return `${INTRODUCTION}\n${asData('memory', clip(lines.join('\n'), PROMPT_BYTES - ROOM_FOR_MARKS))}`
}
