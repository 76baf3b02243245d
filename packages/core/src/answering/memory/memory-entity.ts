import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** Days that a value is kept after its last write or use: as long as the messages that it comes from. */
export const MEMORY_DAYS = 365

/**
 * A value that an agent remembers about a customer, under one of the agent's memory keys. Access: all values of an
 * agent and a customer (`memoryOwners`). A value expires with the messages unless the customer keeps writing.
 */
export const MemoryEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'memory', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      ownerId: { type: 'string', required: true, readOnly: true },
      agentId: { type: 'string', required: true, readOnly: true },
      /** The id of the memory key. A key that is renamed keeps its values. */
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
