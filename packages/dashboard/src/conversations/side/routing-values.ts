import type { RoutingInput } from '@messaging/contract/conversations.ts'

/** A choice of routing as its form holds it; the ids count for their own mode only. */
export interface RoutingValues {
  mode: string
  agentId: string
  webhookId: string
}

/** What is missing, by field. */
export function validateRouting({ mode, agentId, webhookId }: RoutingValues): Record<string, string> {
  if (mode === 'webhook' && webhookId === '') return { webhookId: 'Choose an endpoint.' }
  if (mode === 'agent' && agentId === '') return { agentId: 'Choose an agent.' }
  return {}
}

/** The choice as the API takes it. The present agent is not named: naming one begins a new session. */
export function routingInput({ mode, agentId, webhookId }: RoutingValues, present: string | undefined): RoutingInput {
  if (mode === 'webhook') return { mode, webhookId }
  if (mode === 'agent') return { mode, ...(agentId !== present && { agentId }) }
  return { mode: 'inherit' }
}
