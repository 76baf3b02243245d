import type { RoutingInput } from '@replywright/contract/conversations.ts'

/** The form values of a routing. Each id applies to its own mode only. */
export interface RoutingValues {
  mode: string
  agentId: string
  webhookId: string
}

/** Returns the validation errors, by field. */
export function validateRouting({ mode, agentId, webhookId }: RoutingValues): Record<string, string> {
  if (mode === 'webhook' && webhookId === '') return { webhookId: 'Choose an endpoint.' }
  if (mode === 'agent' && agentId === '') return { agentId: 'Choose an agent.' }
  return {}
}

/** Returns the request body. Omits the current agent, because sending an agent id starts a new session. */
export function routingInput({ mode, agentId, webhookId }: RoutingValues, current: string | undefined): RoutingInput {
  if (mode === 'webhook') return { mode, webhookId }
  if (mode === 'agent') return { mode, ...(agentId !== current && { agentId }) }
  return { mode: 'inherit' }
}
