import type { Agent, AgentChange } from '@messaging/contract/agents.ts'
import type { Caller } from '../platform/caller.ts'
import { log } from '../platform/log/log.ts'
import { unmaskSecrets } from './agent-secrets.ts'
import { EMPTY_SETTINGS } from './agent-settings.ts'
import { agentView } from './agent-view.ts'
import { checkReferences } from './check-references.ts'
import { editOf, findAgent } from './find-agent.ts'
import { mergeSettings } from './merge-settings.ts'
import { fresh, insertAgent } from './write-agent.ts'

/** `POST /agents/`: creates an agent under `id`, or returns the existing one for a repeated request. */
export async function createAgent(caller: Caller, id: string, input: AgentChange, now: number): Promise<Agent> {
  const { organizationId } = caller
  const existing = await findAgent(organizationId, id)
  if (existing) return await agentView(caller, existing)
  const settings = unmaskSecrets(mergeSettings(EMPTY_SETTINGS, input, id, fresh), {})
  await checkReferences(organizationId, EMPTY_SETTINGS, settings)
  const agent = await insertAgent(organizationId, id, settings, editOf(caller, now))
  log('agent.created', { organizationId, agentId: id, size: agent.stored.head.size })
  return await agentView(caller, agent)
}
