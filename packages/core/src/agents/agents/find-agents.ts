import { AgentEntity, type AgentItem } from './agent-entity.ts'
import { findAgentHead } from './find-agent.ts'

/** The agent of an organisation with this id, or those with this name, newest first. */
export async function findAgents(organizationId: string, idOrName: string): Promise<AgentItem[]> {
  const agent = await findAgentHead(organizationId, idOrName)
  if (agent) return [agent]
  const { data } = await AgentEntity.query.byOrganization({ organizationId }).go({ pages: 'all', order: 'desc' })
  return data.filter(({ name }) => name === idOrName)
}
