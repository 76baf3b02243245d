import type { Overview } from '@messaging/contract/dashboard/overview.ts'
import { AgentEntity } from '../../agents/agent-entity.ts'
import { DOCUMENT_PROBLEMS } from '../../agents/documents/document-problem.ts'
import { listDocumentItems } from '../../agents/documents/document-store.ts'
import { findAgent } from '../../agents/find-agent.ts'

/** Number of agents whose documents are read: the newest. */
const AGENTS = 10

/** Returns at most `limit` documents that could not be processed, of the ten newest agents of an organisation. */
export async function documentsInError(
  organizationId: string,
  limit: number,
): Promise<Overview['documents']['inError']> {
  const { data: agents } = await AgentEntity.query
    .byOrganization({ organizationId })
    .go({ order: 'desc', limit: AGENTS })
  const found = await Promise.all(
    agents.map(async (agent) => {
      const failed = (await listDocumentItems(organizationId, agent.id)).filter(({ status }) => status === 'error')
      // Only the agent's settings contain the names. They are large, so they are read only if necessary.
      const stored = failed.length > 0 ? await findAgent(organizationId, agent.id) : null
      return failed.flatMap(({ id, problem }) => {
        const document = stored?.settings.documents.find((one) => one.id === id)
        if (!document) return []
        const words = problem ? DOCUMENT_PROBLEMS[problem] : 'The file could not be read.'
        return [{ agentId: agent.id, agentName: agent.name, id, name: document.name, problem: words }]
      })
    }),
  )
  return found.flat().slice(0, limit)
}
