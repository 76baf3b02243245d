import type { Caller } from '../../platform/caller.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import type { NewDocumentItem } from '../documents/document-entity.ts'
import type { AgentSettings } from './agent-settings.ts'
import { getOwnAgent, type StoredAgent } from './find-agent.ts'
import { openSettings, rewriteAgent } from './write-agent.ts'

const TRIES = 5

/**
 * Changes one thing about an agent, whatever else changes at the same time: when another change came first, `amend` is asked
 * again. It answers undefined when there is nothing to change. 403 and 404 as for every change; 409 when others never rest.
 * @param added documents that are new in what it answers
 */
export async function amendAgent(
  caller: Caller,
  id: string,
  amend: (settings: AgentSettings) => AgentSettings | undefined,
  added: readonly NewDocumentItem[] = [],
): Promise<StoredAgent> {
  return await retryConflict(TRIES, 'The agent is being changed by others; try again.', async () => {
    const agent = await getOwnAgent(caller, id)
    const settings = amend(await openSettings(agent))
    return settings ? await rewriteAgent(agent, settings, added) : agent
  })
}
