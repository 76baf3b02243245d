import type { Route, RoutedConversation } from './effective-route.ts'

/** A route and the current state of its targets. */
interface RouteFacts {
  readonly route: Route
  readonly conversation: RoutedConversation
  /** Null if it does not exist or was deleted. */
  readonly webhook: { readonly enabled: boolean } | null
  readonly agent: object | null
  readonly takenOver: boolean
}

/** Returns sentences that explain the effective route of a conversation (spec, Routing). */
export function explainRoute({ route, conversation, webhook, agent, takenOver }: RouteFacts): string {
  if (route.mode === null) return 'Neither the conversation nor its number has a routing: messages are only stored.'
  if (route.mode === 'sandbox') return `This is a sandbox number for testing agents. ${agentText(agent, takenOver)}`
  const source =
    conversation.routing === undefined
      ? `The conversation inherits the routing of its number: ${NAMES[route.mode]}.`
      : `The conversation overrides the routing of its number: ${NAMES[route.mode]}.`
  return `${source} ${route.mode === 'webhook' ? webhookText(webhook) : agentText(agent, takenOver)}`
}

const NAMES = { agent: 'an agent', webhook: 'a webhook' } as const

function webhookText(webhook: RouteFacts['webhook']): string {
  if (!webhook) return 'The webhook no longer exists, so messages are only stored.'
  if (!webhook.enabled) return 'The webhook is disabled: its deliveries are stored as failed and can be replayed.'
  return 'The webhook receives its messages; no agent responds.'
}

function agentText(agent: object | null, takenOver: boolean): string {
  if (!agent) return 'No agent is connected, so messages are only stored.'
  return takenOver ? 'A person has taken over: the agent is paused until the takeover ends.' : 'The agent responds.'
}
