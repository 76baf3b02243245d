import { AgentCountEntity } from './agent-count-entity.ts'
import { findAgentHead } from './find-agent.ts'

/** Creates the counters of an agent if it has none. Returns false if there is no such agent. */
export async function openAgentCount(organizationId: string, id: string): Promise<boolean> {
  if (!(await findAgentHead(organizationId, id))) return false
  await AgentCountEntity.create({ organizationId, id }).go({ returnOnConditionCheckFailure: true })
  return true
}
