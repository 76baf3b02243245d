import { gunzipSync, gzipSync } from 'node:zlib'
import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { storedSettings } from '../agents/agent-settings.ts'
import type { StoredAgent } from '../agents/find-agent.ts'
import { AgentVersionEntity, type AgentVersionItem, KEPT_VERSIONS, VERSION_DAYS } from './agent-version-entity.ts'

/** Returns the item that keeps an agent's current version when another one replaces it. */
export function keptVersion({ head, version, settings, sealed, edit }: StoredAgent, now: number): AgentVersionItem {
  const { organizationId, id } = head
  return {
    organizationId,
    id,
    slot: version % KEPT_VERSIONS,
    version,
    settings: gzipSync(stringifyExactJson(settings)).toString('base64'),
    format: storedSettings.format,
    secrets: [...sealed],
    ...edit,
    expiresAt: expiryAfter(now, VERSION_DAYS),
  }
}

/** Returns an agent as it was in a kept version. */
export function agentOfVersion({ head }: StoredAgent, kept: AgentVersionItem): StoredAgent {
  const { version, settings, format, secrets, changedAt, changedBy, changedWith } = kept
  const json = gunzipSync(Buffer.from(settings, 'base64')).toString()
  return {
    head,
    version,
    settings: storedSettings.parse(json, format),
    sealed: secrets,
    edit: { changedAt, changedBy, changedWith },
  }
}

/** Returns the kept versions of an agent that are not expired, in no order. Up to 20 compressed settings are read. */
export async function listKept(organizationId: string, id: string, now: number): Promise<AgentVersionItem[]> {
  const { data } = await AgentVersionEntity.query.byAgent({ organizationId, id }).go({ pages: 'all' })
  return data.filter(({ expiresAt }) => expiresAt > now / 1000)
}

/** Deletes the kept versions of a deleted agent. An interrupted run leaves items that expire. */
export async function removeVersions(organizationId: string, id: string): Promise<void> {
  const { data } = await AgentVersionEntity.query.byAgent({ organizationId, id }).go({ pages: 'all' })
  await Promise.all(data.map(({ slot }) => AgentVersionEntity.delete({ organizationId, id, slot }).go()))
}
