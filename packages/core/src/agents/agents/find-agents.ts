import { AgentEntity, type AgentItem } from './agent-entity.ts'
import { findAgentHead } from './find-agent.ts'

/** Returns the agent of an organisation with this id, or all agents with this name, newest first. */
export async function findAgents(organizationId: string, idOrName: string): Promise<AgentItem[]> {
  const agent = await findAgentHead(organizationId, idOrName)
  if (agent) return [agent]
  const { data } = await AgentEntity.query.byOrganization({ organizationId }).go({ pages: 'all', order: 'desc' })
  return data.filter(({ name }) => name === idOrName)
}
