import type { AgentVersion, SettingChange } from '@replywright/contract/agent-versions.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { timeOrNull } from '../../platform/clock.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { assertRevision } from '../../platform/revision.ts'
import { checkReferences } from '../check-references.ts'
import { editOf, getOwnAgent, openAgent, type StoredAgent } from '../find-agent.ts'
import { rewriteAgent } from '../write-agent.ts'
import { compareSettings } from './compare-settings.ts'
import { agentOfVersion, listVersionItems } from './version-store.ts'

/** Returns the versions of an agent with what changed in each, newest first. */
export async function listVersions(
  caller: Caller,
  id: string,
  now: EpochMs,
): Promise<{ readonly results: AgentVersion[] }> {
  const versions = await readVersions(caller, id, now)
  const opened = await Promise.all(versions.map(openAgent))
  const results = versions.map((agent, index) => {
    const [after, before] = [opened[index], opened[index + 1]]
    const isNext = versions[index + 1]?.version === agent.version - 1
    const changes = after && before && isNext ? compareSettings(before.settings, after.settings) : undefined
    const fields = changes ? [...new Set(changes.map(({ field }) => field))] : agent.version === 1 ? [] : null
    return { ...viewVersion(agent), isCurrent: index === 0, fields }
  })
  return { results }
}

/** Returns the differences between a version and the one before, or from a version to the current one. */
export async function getVersion(
  caller: Caller,
  { id, version }: { readonly id: string; readonly version: number },
  other: 'previous' | 'current',
  now: EpochMs,
): Promise<Omit<AgentVersion, 'isCurrent' | 'fields'> & { readonly changes: SettingChange[] }> {
  const versions = await readVersions(caller, id, now)
  const chosen = findVersion(versions, version)
  const [before, after] =
    other === 'previous' ? [findVersion(versions, version - 1), chosen] : [chosen, versions[0] ?? chosen]
  const [old, newer] = await Promise.all([openAgent(before), openAgent(after)])
  const changes = compareSettings(old.settings, newer.settings)
  return { ...viewVersion(chosen), changes }
}

/** Returns the current version and the stored ones, newest first. */
async function readVersions(caller: Caller, id: string, now: EpochMs): Promise<StoredAgent[]> {
  const agent = await getOwnAgent(caller, id)
  const previous = (await listVersionItems(caller.organizationId, id, now)).map((item) => agentOfVersion(agent, item))
  const older = previous.filter(({ version }) => version < agent.version)
  return [agent, ...older.toSorted((one, other) => other.version - one.version)]
}

function findVersion(versions: readonly StoredAgent[], version: number): StoredAgent {
  const found = versions.find((agent) => agent.version === version)
  if (!found) throw notFound('version')
  return found
}

function viewVersion({ version, edit }: StoredAgent): Omit<AgentVersion, 'isCurrent' | 'fields'> {
  const { changedAt, changedBy, changedWith = 'user' } = edit
  return {
    version,
    changedAt: timeOrNull(changedAt),
    changedBy: changedBy === undefined ? null : { kind: changedWith, name: changedBy },
  }
}

/**
 * Saves the settings of a previous version as a new version, with its secrets. Documents and the picture stay, because
 * deleted files cannot be restored.
 * @throws ServiceError 400 if it refers to a deleted agent or connector; 404 if it is not stored; 409 after a change
 */
export async function restoreVersion(
  caller: Caller,
  { id, version }: { readonly id: string; readonly version: number },
  { revision, now }: { readonly revision: number | undefined; readonly now: EpochMs },
): Promise<{ readonly version: number }> {
  const { organizationId } = caller
  const current = await getOwnAgent(caller, id)
  assertRevision(revision, current.version, 'agent')
  const item = (await listVersionItems(organizationId, id, now)).find((one) => one.version === version)
  if (!item) throw notFound('version')
  const [agent, previous] = await Promise.all([openAgent(current), openAgent(agentOfVersion(current, item))])
  const { documents, picture } = agent.settings
  const settings = { ...previous.settings, documents, picture }
  await checkReferences(organizationId, agent.settings, settings)
  const restored = await rewriteAgent(agent, settings, editOf(caller, now))
  if (!restored) throw conflict('changed_concurrently', 'The agent was changed concurrently. Get it and try again.')
  log('agent.restored', { organizationId, agentId: id, version: restored.stored.version, from: version })
  return { version: restored.stored.version }
}
