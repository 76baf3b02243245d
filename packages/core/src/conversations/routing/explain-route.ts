import type { Route, RoutedConversation } from './effective-route.ts'

/** What has become of those that a route leads to. */
export interface RouteFacts {
  readonly route: Route
  readonly conversation: RoutedConversation
  /** Null when there is none, or it was deleted. */
  readonly webhook: { readonly enabled: boolean } | null
  readonly agent: object | null
  readonly takenOver: boolean
}

/** Why a conversation is answered as it is, in sentences (spec, Routing). */
export function explainRoute({ route, conversation, webhook, agent, takenOver }: RouteFacts): string {
  if (route.mode === null) return 'Neither the conversation nor its number is routed: messages are only stored.'
  if (route.mode === 'sandbox')
    return `This is the sandbox number, where agents are tried. ${agentWords(agent, takenOver)}`
  const whose =
    conversation.routing === undefined
      ? `The conversation follows its number, which is routed to ${NAMES[route.mode]}.`
      : `The conversation is routed to ${NAMES[route.mode]}, whatever its number is.`
  return `${whose} ${route.mode === 'webhook' ? webhookWords(webhook) : agentWords(agent, takenOver)}`
}

const NAMES = { agent: 'an agent', webhook: 'a webhook' } as const

function webhookWords(webhook: RouteFacts['webhook']): string {
  if (!webhook) return 'There is no such webhook any more, so nobody gets its messages.'
  if (!webhook.enabled) return 'The webhook is disabled: its deliveries are kept as failed and can be replayed.'
  return 'The webhook gets its messages; no agent answers.'
}

function agentWords(agent: object | null, takenOver: boolean): string {
  if (!agent) return 'No agent is connected, so that messages are only stored.'
  return takenOver ? 'A person has taken over: the agent is silent until then.' : 'The agent answers.'
}
