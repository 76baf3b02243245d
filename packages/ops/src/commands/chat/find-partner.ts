import type { AgentItem } from '@messaging/core/agents/agent-entity.ts'
import type { Session } from '../../command.ts'

/**
 * The agent with an id or name, in one organisation, or in any: then the whole table is read for them.
 * @throws Error that says what there is instead
 */
export async function findPartner(
  idOrName: string,
  organization: string | undefined,
  session: Session,
): Promise<AgentItem> {
  const { findAgents } = await import('@messaging/core/agents/find-agents.ts')
  const organizations = organization === undefined ? await everyOrganization(session) : [organization]
  const found = (await Promise.all(organizations.map((id) => findAgents(id, idOrName)))).flat()
  const [agent, ...others] = found
  if (!agent) throw new Error(`There is no agent with the id or name "${idOrName}".`)
  if (others.length > 0) {
    const list = found.map(({ id, organizationId }) => `  ${id} --organization ${organizationId}`).join('\n')
    throw new Error(`There are ${found.length} agents "${idOrName}". Name one by its id:\n${list}`)
  }
  return agent
}

async function everyOrganization(session: Session): Promise<string[]> {
  const { listOrganizations } = await import('@messaging/core/organizations/list-organizations.ts')
  const progress = session.progress('Items read')
  const { organizations } = await listOrganizations((items) => progress.update(items))
  progress.end()
  return organizations.map(({ id }) => id)
}
