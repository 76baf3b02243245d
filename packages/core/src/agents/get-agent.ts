import { AgentEntity, type AgentItem } from './agent-entity.ts'

/** The organisation's agent; null when there is none. */
export async function getAgent(organizationId: string, id: string): Promise<AgentItem | null> {
  const { data } = await AgentEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}
