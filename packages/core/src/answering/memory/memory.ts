import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { MemoryValues } from '@replywright/contract/memory-values.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import { erasedAttributes, MemoryEntity, type MemoryItem } from '../../conversations/memory-entity.ts'
import { invalidField } from '../../platform/errors.ts'
import { type Memory, writeValues } from './memory-store.ts'
import { LARGEST_VALUE_BYTES, typeOf } from './memory-tool.ts'

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

/** Erases values. Idempotent. */
export async function eraseKeys(
  organizationId: string,
  owners: readonly string[],
  keys: readonly Key[],
  now: EpochMs,
): Promise<void> {
  const unique = [...new Map(keys.map(({ agentId, keyId }) => [`${agentId} ${keyId}`, { agentId, keyId }])).values()]
  await Promise.all(
    owners.flatMap((ownerId) =>
      unique.map((key) => MemoryEntity.put({ organizationId, ownerId, ...key, ...erasedAttributes(now) }).go()),
    ),
  )
}

/** Values that a caller sets, by the ids of their memory keys. */
interface GivenMemory {
  readonly set: Memory
  /** The ids of keys whose value is forgotten. */
  readonly forgotten: readonly string[]
}

/**
 * Returns what a caller sends for an agent's memory keys, as it is stored.
 * @param path the path of the values in the body
 * @throws ServiceError 400 for an unknown key, and for a value of another type or of more than 4 KB
 */
export function givenMemory(
  { memoryKeys }: Pick<AgentSettings, 'memoryKeys'>,
  values: MemoryValues,
  path: string,
): GivenMemory {
  const given = Object.entries(values).map(([name, value]) => {
    const key = memoryKeys.find((each) => each.key === name)
    if (!key) throw invalidField(`${path}.${name}`, `no such memory key of the agent; ${namesOf(memoryKeys)}`)
    const { type } = typeOf(key.type)
    if (value !== null && type !== undefined && typeof value !== type)
      throw invalidField(`${path}.${name}`, `must be a ${type}`)
    const json = stringifyExactJson(value)
    if (Buffer.byteLength(json) > LARGEST_VALUE_BYTES) throw invalidField(`${path}.${name}`, 'must be at most 4 KB')
    return { keyId: key.id, json: value === null ? undefined : json }
  })
  return {
    set: new Map(given.flatMap(({ keyId, json }) => (json === undefined ? [] : [[keyId, json] as const]))),
    forgotten: given.flatMap(({ keyId, json }) => (json === undefined ? [keyId] : [])),
  }
}

function namesOf(keys: AgentSettings['memoryKeys']): string {
  return keys.length === 0 ? 'the agent has none' : `use ${keys.map(({ key }) => key).join(', ')}`
}

/** Stores what a caller sent, in the place of what the agent remembers. `owners` as in `memoryOwners`. Idempotent. */
export async function storeGiven(
  { organizationId, agentId }: Pick<MemoryItem, 'organizationId' | 'agentId'>,
  owners: readonly string[],
  { set, forgotten }: GivenMemory,
  now: EpochMs,
): Promise<void> {
  const ownerId = owners.at(-1) ?? ''
  await Promise.all([
    // No turn is older than a change by a caller.
    writeValues({ organizationId, agentId, ownerId }, set, { now, knownAt: now + 1 }),
    eraseKeys(
      organizationId,
      owners,
      forgotten.map((keyId) => ({ agentId, keyId })),
      now,
    ),
  ])
}
