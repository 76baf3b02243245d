import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { viewCost } from '../../answering/turns/turn-cost.ts'
import { viewTurns } from '../../answering/turns/view-turns.ts'
import { getConversation } from '../../conversations/get-conversation.ts'
import { inboxView, isTakenOver } from '../../conversations/inbox-view.ts'
import { effectiveRoute } from '../../conversations/routing/effective-route.ts'
import { explainRoute } from '../../conversations/routing/explain-route.ts'
import { findWebhook } from '../../deliveries/webhooks/get-webhook.ts'
import { timeOrNull } from '../../platform/clock.ts'

/** Returns routing with its reason, and turns. `now` in milliseconds. @throws ServiceError 404 if not found */
export async function viewConversationDetails(
  organizationId: string,
  id: string,
  now: number,
): Promise<ConversationDetails> {
  const { conversation, number } = await getConversation(organizationId, id)
  const route = effectiveRoute(number, conversation)
  const [webhook, own, ofNumber, { turns }] = await Promise.all([
    route.webhookId ? findWebhook(organizationId, route.webhookId) : null,
    conversation.agentId ? findAgentHead(organizationId, conversation.agentId) : null,
    number.agentId ? findAgentHead(organizationId, number.agentId) : null,
    viewTurns(conversation),
  ])
  const agent = own ?? ofNumber
  const takenOver = isTakenOver(conversation, now)
  return {
    ...inboxView(conversation, number, now),
    effectiveRoute: {
      mode: route.mode,
      webhook: webhook && {
        id: webhook.id,
        name: webhook.name,
        enabled: webhook.enabled,
        disabledAt: timeOrNull(webhook.disabledAt),
        disabledReason: webhook.disabledReason ?? null,
      },
      agent: agent && { id: agent.id, name: agent.name },
      reason: explainRoute({ route, conversation, webhook, agent, takenOver }),
    },
    referral: conversation.latestReferral ?? null,
    cost: viewCost(conversation),
    turns,
  }
}
