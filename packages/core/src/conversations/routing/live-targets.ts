import { findAgentHead } from '../../agents/find-agent.ts'
import { findWebhook } from '../../deliveries/webhooks/get-webhook.ts'
import { effectiveRoute, type Route, type RoutedConversation, type RoutedNumber } from './effective-route.ts'

type Find = (organizationId: string, id: string) => Promise<object | null>

/** How to find what routing refers to. */
export interface Finders {
  readonly findAgent: Find
  readonly findWebhook: Find
}

const FINDERS: Finders = { findAgent: findAgentHead, findWebhook }

interface Routed extends RoutedConversation {
  readonly organizationId: string
  readonly agentId?: string
}

/**
 * Returns the effective route, without a webhook that was deleted. Only an override can name such a webhook, because a
 * deletion removes it from the numbers.
 */
export async function liveRoute(
  number: RoutedNumber,
  conversation: Omit<Routed, 'agentId'>,
  { findWebhook: find }: Pick<Finders, 'findWebhook'> = FINDERS,
): Promise<Route> {
  const route = effectiveRoute(number, conversation)
  if (route.webhookId === null || route.webhookId !== conversation.webhookId) return route
  return (await find(conversation.organizationId, route.webhookId)) ? route : { ...route, webhookId: null }
}

/**
 * Returns the id of the agent that answers if an agent answers: that of the conversation, or that of the number if the
 * conversation has none or it was deleted. The number's agent counts only while agents answer.
 */
export async function liveAgentId(
  number: RoutedNumber & { readonly agentId?: string },
  conversation: Routed,
  { findAgent }: Pick<Finders, 'findAgent'> = FINDERS,
): Promise<string | undefined> {
  const { mode } = effectiveRoute(number, conversation)
  const fallback = mode === 'agent' || mode === 'sandbox' ? number.agentId : undefined
  const candidates = new Set([conversation.agentId, fallback].filter((id) => id !== undefined))
  for (const id of candidates) if (await findAgent(conversation.organizationId, id)) return id
  return undefined
}
