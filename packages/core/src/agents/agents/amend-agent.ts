import type { Caller } from '../../platform/caller.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import type { NewDocumentItem } from '../documents/document-entity.ts'
import { editOf } from '../history/edit.ts'
import type { AgentSettings } from './agent-settings.ts'
import { getOwnAgent, type StoredAgent } from './find-agent.ts'
import { openSettings, rewriteAgent } from './write-agent.ts'

const TRIES = 5

/**
 * Changes an agent despite concurrent changes: calls `amend` again after a conflict. `amend` returns undefined for no
 * change.
 * @throws ServiceError 403 and 404 as `getOwnAgent`; 409 after five conflicts
 * @param added documents that the changed settings add
 */
export async function amendAgent(
  caller: Caller,
  id: string,
  amend: (settings: AgentSettings) => AgentSettings | undefined,
  now: number,
  added: readonly NewDocumentItem[] = [],
): Promise<StoredAgent> {
  return await retryConflict(TRIES, 'The agent was changed concurrently. Try again.', async () => {
    const agent = await getOwnAgent(caller, id)
    const settings = amend(await openSettings(agent))
    return settings ? await rewriteAgent(agent, settings, editOf(caller, now), added) : agent
  })
}
