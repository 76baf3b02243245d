import type { Agent, AgentChange } from '@messaging/contract/agents.ts'
import type { Caller } from '../platform/caller.ts'
import { conflict } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { assertRevision, Revised } from '../platform/table/revision.ts'
import { unmaskSecrets } from './agent-secrets.ts'
import { agentView } from './agent-view.ts'
import { checkReferences } from './check-references.ts'
import { removeDocuments } from './documents/document-store.ts'
import { editOf, getOwnAgent, openAgent } from './find-agent.ts'
import { mergeSettings } from './merge-settings.ts'
import { fresh, rewriteAgent } from './write-agent.ts'

/**
 * `PUT` and `PATCH /agents/{id}/`: changes the fields that are sent. Omitted documents are deleted with their files.
 * @throws ServiceError 409 after a concurrent change, or if `revision` is outdated
 */
export async function updateAgent(
  caller: Caller,
  id: string,
  change: AgentChange,
  { revision, now }: { readonly revision: number | undefined; readonly now: number },
): Promise<Revised<Agent>> {
  const { organizationId } = caller
  const stored = await getOwnAgent(caller, id)
  assertRevision(revision, stored.version, 'agent')
  const agent = await openAgent(stored)
  const settings = unmaskSecrets(mergeSettings(agent.settings, change, id, fresh), agent.secrets)
  await checkReferences(organizationId, agent.settings, settings)
  const updated = await rewriteAgent(agent, settings, editOf(caller, now))
  if (!updated) throw conflict('changed_concurrently', 'The agent was changed concurrently. Get it and try again.')
  log('agent.updated', { organizationId, agentId: id, version: updated.stored.version, size: updated.stored.head.size })
  const remaining = new Set(settings.documents.map((document) => document.id))
  const removed = agent.settings.documents.filter((document) => !remaining.has(document.id))
  await removeDocuments(
    organizationId,
    id,
    removed.map((document) => document.id),
  )
  return new Revised(await agentView(caller, updated), updated.stored.version)
}
