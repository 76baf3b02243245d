import type { Overview } from '@replywright/contract/dashboard/overview.ts'
import type { Period } from '@replywright/contract/dashboard/statistics.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AgentEntity, type AgentItem } from '../../agents/agent-entity.ts'
import { listDocumentItems, problemOf } from '../../agents/documents/document-entity.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { changedConnectors } from '../../agents/mcp-connectors/mcp-connectors.ts'
import { listNumbers } from '../../channel/numbers/numbers.ts'
import { listWaiting } from '../../conversations/inbox.ts'
import { viewAllStatistics } from '../../deliveries/statistics/statistics.ts'
import { countConsecutiveFailures } from '../../deliveries/webhooks/view-webhooks.ts'
import { listWebhooksWithLog, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { timeOrNull } from '../../platform/clock.ts'
import type { Caller } from '../../platform/request.ts'

/** Number of consecutive failures after which a webhook needs attention. */
const FAILING = 3
const SHOWN = 10

/**
 * Costs for each webhook half a read unit for 24 hours, 3 for 7 days or 10 for 30 days, and a strongly consistent
 * query; for a failing one also a query of its latest deliveries; and a dozen other queries.
 */
export async function viewOverview(caller: Caller, period: Period, now: EpochMs): Promise<Overview> {
  const { organizationId } = caller
  const withLog = await listWebhooksWithLog(organizationId)
  const [webhooks, deliveries, needHuman, numbers, agents, changed] = await Promise.all([
    webhooksInNeed(withLog, now),
    viewAllStatistics(withLog, period, now),
    listWaiting(caller, {}, now),
    listNumbers(organizationId),
    agentsInNeed(organizationId),
    changedConnectors(organizationId, SHOWN),
  ])
  return {
    webhooks,
    deliveries,
    conversations: {
      needHuman: needHuman.results.slice(0, SHOWN),
      more: needHuman.hasMore || needHuman.results.length > SHOWN,
    },
    numbers: {
      unrouted: numbers
        .filter(({ sandbox, defaultRouting }) => !sandbox && defaultRouting === undefined)
        .map(({ number }) => number)
        .slice(0, SHOWN),
      unhealthy: needHuman.unhealthy,
    },
    ...agents,
    connectors: { changed },
  }
}

async function webhooksInNeed(withLog: readonly WebhookItem[], now: EpochMs): Promise<Overview['webhooks']> {
  const webhooks = withLog.filter(({ deletedAt }) => deletedAt === undefined)
  const needAttention = await Promise.all(
    webhooks.map(async (webhook) => attentionOf(webhook, await countConsecutiveFailures(webhook, now, FAILING))),
  )
  return { total: webhooks.length, needAttention: needAttention.flatMap((one) => one ?? []) }
}

type AttendedWebhook = Pick<WebhookItem, 'id' | 'name' | 'enabled' | 'disabledReason' | 'disabledAt'>

/** Returns why a webhook needs attention. Undefined if it is healthy or was disabled by a user. */
export function attentionOf(
  { id, name, enabled, disabledReason, disabledAt }: AttendedWebhook,
  consecutiveFailures: number,
): Overview['webhooks']['needAttention'][number] | undefined {
  const facts = { id, name, consecutiveFailures }
  if (!enabled && disabledReason === 'consecutive_failures')
    return { ...facts, reason: 'disabled_by_failures', since: timeOrNull(disabledAt) }
  return enabled && consecutiveFailures >= FAILING ? { ...facts, reason: 'failing', since: null } : undefined
}

/** Number of agents that are examined: the newest. */
const AGENTS = 10

async function agentsInNeed(organizationId: string): Promise<Pick<Overview, 'documents' | 'tools'>> {
  const { data: agents } = await AgentEntity.query
    .byOrganization({ organizationId })
    .go({ order: 'desc', limit: AGENTS })
  const inError = await Promise.all(agents.map(documentsInError))
  const withProblem = agents.flatMap(({ id, name, toolProblems = 0 }) =>
    toolProblems > 0 ? [{ agentId: id, agentName: name, count: toolProblems }] : [],
  )
  return { documents: { inError: inError.flat().slice(0, SHOWN) }, tools: { withProblem } }
}

/** Returns the documents of an agent that could not be read, or not completely. */
async function documentsInError(agent: AgentItem): Promise<Overview['documents']['inError']> {
  const { organizationId } = agent
  const failed = (await listDocumentItems(organizationId, agent.id)).filter(
    ({ status }) => status === 'error' || status === 'partial',
  )
  // Only the agent's settings contain the names. They are large, so they are read only if necessary.
  const stored = failed.length > 0 ? await findAgent(organizationId, agent.id) : null
  return failed.flatMap((item) => {
    const { id } = item
    const document = stored?.settings.documents.find((one) => one.id === id)
    if (!document) return []
    const problem = problemOf(item) ?? ''
    return [
      {
        agentId: agent.id,
        agentName: agent.name,
        id,
        name: document.name,
        status: item.status === 'partial' ? 'partial' : 'error',
        problem,
      },
    ]
  })
}
