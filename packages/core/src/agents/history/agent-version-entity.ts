import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, formatAttribute, table } from '../../platform/table/table.ts'

/** Number of previous versions that are stored of an agent. */
export const MOST_VERSIONS = 20
/** Days that a previous version is stored. */
export const VERSION_DAYS = 90

/**
 * A previous version of an agent's settings, in the agent's partition. It is written by the change that replaced it.
 * The slot is the version modulo `MOST_VERSIONS`, so that a new version replaces the oldest one. Its sort key is
 * outside the range that a turn reads (`findRecentAgent`). Access: all of an agent. Kept 90 days.
 */
export const AgentVersionEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agentVersion', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      slot: { type: 'number', required: true, readOnly: true },
      version: { type: 'number', required: true },
      /** `AgentSettings` as JSON, compressed with gzip, in base64. */
      settings: { type: 'string', required: true },
      format: formatAttribute,
      /** The encrypted secrets, as in `AgentBodyEntity`. */
      secrets: { type: 'list', items: { type: 'string' }, required: true },
      /** Who created this version, and when. Absent if it is unknown. */
      changedAt: { type: 'number' },
      changedBy: { type: 'string' },
      changedWith: { type: ['user', 'apiKey'] as const },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byAgent: {
        pk: key('pk', 'agent#${organizationId}#${id}'),
        sk: key('sk', 'version#${slot}'),
      },
    },
  },
  table,
)
export type AgentVersionItem = EntityItem<typeof AgentVersionEntity>
