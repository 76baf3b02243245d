import { gunzipSync, gzipSync } from 'node:zlib'
import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { expiryAfter, isLive } from '../../platform/clock.ts'
import { storedSettings } from '../agent-settings.ts'
import type { StoredAgent } from '../find-agent.ts'
import { AgentVersionEntity, type AgentVersionItem, MOST_VERSIONS, VERSION_DAYS } from './agent-version-entity.ts'

/** Returns the item that stores an agent's current version when another one replaces it. */
export function versionItem({ head, version, settings, sealed, edit }: StoredAgent, now: number): AgentVersionItem {
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
export async function listVersionItems(organizationId: string, id: string, now: number): Promise<AgentVersionItem[]> {
  const { data } = await AgentVersionEntity.query.byAgent({ organizationId, id }).go({ pages: 'all' })
  return data.filter((version) => isLive(version, now))
}

/** Deletes the stored versions of a deleted agent. An interrupted run leaves items that expire. */
export async function deleteVersions(organizationId: string, id: string): Promise<void> {
  const { data } = await AgentVersionEntity.query.byAgent({ organizationId, id }).go({ pages: 'all' })
  await Promise.all(data.map(({ slot }) => AgentVersionEntity.delete({ organizationId, id, slot }).go()))
}
