import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** Days that a value is kept after it was last written or used: as long as the messages that it was taken from. */
export const MEMORY_DAYS = 365

/**
 * What an agent remembers of a customer under one of its memory keys. Access: all of an agent and a customer
 * (`memoryOwners`). It outlives no message, unless the customer goes on writing.
 */
export const MemoryEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'memory', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      ownerId: { type: 'string', required: true, readOnly: true },
      agentId: { type: 'string', required: true, readOnly: true },
      /** Of the memory key: a key that is renamed keeps its values. */
      keyId: { type: 'string', required: true, readOnly: true },
      /** JSON, at most `LARGEST_VALUE_BYTES`. */
      value: { type: 'string', required: true, field: 'v' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byOwner: {
        pk: key('pk', 'memory#${organizationId}#${ownerId}'),
        sk: key('sk', '${agentId}#${keyId}'),
      },
    },
  },
  table,
)
export type MemoryItem = EntityItem<typeof MemoryEntity>
