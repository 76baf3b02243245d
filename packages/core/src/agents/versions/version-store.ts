import { gunzipSync, gzipSync } from 'node:zlib'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { expiryAfter, isLive } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { editAttributes, sealedAttributes } from '../agent-entity.ts'
import { storedSettings } from '../agent-settings.ts'
import type { StoredAgent } from '../find-agent.ts'

/** Number of previous versions that are stored of an agent. */
const MOST_VERSIONS = 20
/** Days that a previous version is stored. */
const VERSION_DAYS = 90

/**
 * A previous version of an agent's settings, in the agent's partition. It is written by the change that replaced it.
 * The slot is the version modulo `MOST_VERSIONS`, so that a new version replaces the oldest one. Its sort key is
 * outside the range that a turn reads (`findRecentAgent`). Access: all of an agent. Kept 90 days.
 */
export const AgentVersionEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agentVersion', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    slot: { type: 'number', required: true, readOnly: true },
    version: { type: 'number', required: true },
    /** `AgentSettings` as JSON, compressed with gzip, in base64. */
    settings: { type: 'string', required: true },
    ...sealedAttributes,
    ...editAttributes,
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byAgent: { pk: key('pk', 'agent#${organizationId}#${id}'), sk: key('sk', 'version#${slot}') },
  },
}))
export type AgentVersionItem = EntityItem<typeof AgentVersionEntity>

/** Returns the item that stores an agent's current version when another one replaces it. */
export function versionItem({ head, version, settings, sealed, edit }: StoredAgent, now: EpochMs): AgentVersionItem {
  const { organizationId, id } = head
  return {
    organizationId,
    id,
    slot: version % MOST_VERSIONS,
    version,
    settings: gzipSync(stringifyExactJson(settings)).toString('base64'),
    format: storedSettings.format,
    secrets: [...sealed],
    ...edit,
    expiresAt: expiryAfter(now, VERSION_DAYS),
  }
}

/** Returns an agent as it was in a stored version. */
export function agentOfVersion({ head }: StoredAgent, item: AgentVersionItem): StoredAgent {
  const { version, settings, format, secrets, changedAt, changedBy, changedWith } = item
  const json = gunzipSync(Buffer.from(settings, 'base64')).toString()
  return {
    head,
    version,
    settings: storedSettings.parse(json, format),
    sealed: secrets,
    edit: { changedAt, changedBy, changedWith },
  }
}

/** Returns the stored versions of an agent that are not expired, in no order. Up to 20 compressed settings are read. */
export async function listVersionItems(organizationId: string, id: string, now: EpochMs): Promise<AgentVersionItem[]> {
  const { data } = await AgentVersionEntity.query.byAgent({ organizationId, id }).go({ pages: 'all' })
  return data.filter((version) => isLive(version, now))
}

/** Deletes the stored versions of a deleted agent. An interrupted run leaves items that expire. */
export async function deleteVersions(organizationId: string, id: string): Promise<void> {
  const { data } = await AgentVersionEntity.query.byAgent({ organizationId, id }).go({ pages: 'all' })
  await Promise.all(data.map(({ slot }) => AgentVersionEntity.delete({ organizationId, id, slot }).go()))
}
