import type { AgentUsage } from '@messaging/contract/dashboard/agent-usage.ts'
import { notFound } from '../../platform/errors.ts'
import { AgentCountEntity } from './agent-count-entity.ts'
import { findAgentHead, withCounts } from './find-agent.ts'

/** Returns what an agent has used since it was created. Two read units. @throws ServiceError 404 */
export async function viewUsage(organizationId: string, id: string): Promise<AgentUsage> {
  const head = await findAgentHead(organizationId, id)
  if (!head) throw notFound('agent')
  const { data } = await AgentCountEntity.get({ organizationId, id }).go()
  const { totalMessages: messages = 0, totalSessions: sessions = 0, credits = 0 } = withCounts(head, data)
  return { messages, sessions, credits, inputTokens: data?.inputTokens ?? 0, outputTokens: data?.outputTokens ?? 0 }
}
