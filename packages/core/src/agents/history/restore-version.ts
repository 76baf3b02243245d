import type { Caller } from '../../platform/caller.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { assertRevision } from '../../platform/table/revision.ts'
import { checkReferences } from '../agents/check-references.ts'
import { getOwnAgent, openAgent } from '../agents/find-agent.ts'
import { rewriteAgent } from '../agents/write-agent.ts'
import { editOf } from './edit.ts'
import { agentOfVersion, listVersionItems } from './version-store.ts'

/**
 * Saves the settings of a previous version as a new version, with its secrets. Documents and the picture stay, because
 * deleted files cannot be restored.
 * @throws ServiceError 400 if it refers to a deleted agent or connector; 404 if it is not stored; 409 after a change
 */
export async function restoreVersion(
  caller: Caller,
  { id, version }: { readonly id: string; readonly version: number },
  { revision, now }: { readonly revision: number | undefined; readonly now: number },
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
  if (!restored) throw new ServiceError('conflict', 'The agent was changed concurrently. Get it and try again.')
  log('agent.restored', { organizationId, agentId: id, version: restored.stored.version, from: version })
  return { version: restored.stored.version }
}
