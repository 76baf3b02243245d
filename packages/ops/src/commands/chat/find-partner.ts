import type { AgentItem } from '@messaging/core/agents/agents/agent-entity.ts'
import { findAgents } from '@messaging/core/agents/agents/find-agent.ts'
import { listOrganizations } from '@messaging/core/people/organizations/list-organizations.ts'

/** Searches by id or name, in one organisation or in all. @throws Error if no agent or several agents match */
export async function findPartner(idOrName: string, organization: string | undefined): Promise<AgentItem> {
  const organizations = organization === undefined ? (await listOrganizations()).map(({ id }) => id) : [organization]
  const found = (await Promise.all(organizations.map((id) => findAgents(id, idOrName)))).flat()
  const [agent, ...others] = found
  if (!agent) throw new Error(`There is no agent with the id or name "${idOrName}".`)
  if (others.length > 0) {
    const list = found.map(({ id, organizationId }) => `  ${id} --organization ${organizationId}`).join('\n')
    throw new Error(`There are ${found.length} agents "${idOrName}". Use one of these ids:\n${list}`)
  }
  return agent
}
