import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { expiryAfter, isLive } from '../platform/clock.ts'
import { entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute } from '../platform/table/table.ts'

/** Days that the mark of an erased value is stored, which is longer than any turn is retried. */
const ERASED_DAYS = 7

/** Days that a value is stored after its last write or use: as long as the messages that it comes from. */
export const MEMORY_DAYS = 365

/**
 * A value that an agent remembers about a customer, under one of the agent's memory keys. Access: all values of an
 * agent and a customer (`memoryOwners`). A value expires with the messages unless the customer keeps writing.
 */
export const MemoryEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'memory', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    ownerId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    /** The id of the memory key. A key that is renamed retains its values. */
    keyId: { type: 'string', required: true, readOnly: true },
    /** JSON, at most `LARGEST_VALUE_BYTES`. `''` for an erased value. */
    value: { type: 'string', required: true, field: 'v' },
    writtenAt: { type: 'number', field: 'w' },
    /** When a user erased it. Turns that started before do not write it. Removed by the next write. */
    erasedAt: { type: 'number' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byOwner: { pk: key('pk', 'memory#${organizationId}#${ownerId}'), sk: key('sk', '${agentId}#${keyId}') },
  },
}))
export type MemoryItem = EntityItem<typeof MemoryEntity>

/** Returns whether a stored value is neither expired nor erased. */
export function isKnown(item: MemoryItem, now: EpochMs): boolean {
  return isLive(item, now) && item.erasedAt === undefined
}

/** Returns the attributes that erase a value. They have no data of the customer, and expire. */
export function erasedAttributes(now: EpochMs): Pick<MemoryItem, 'value' | 'erasedAt' | 'expiresAt'> {
  return { value: '', erasedAt: now, expiresAt: expiryAfter(now, ERASED_DAYS) }
}
