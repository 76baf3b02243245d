/** The routing modes that the effective routing can have; null is no routing: messages are only stored. */
export type Mode = 'agent' | 'webhook' | 'sandbox' | null

export interface Route {
  readonly mode: Mode
  /** The webhook in force; only with mode `webhook`. */
  readonly webhookId: string | null
}

export interface RoutedNumber {
  readonly sandbox: boolean
  readonly defaultRouting?: 'agent' | 'webhook'
  readonly defaultWebhookId?: string
}

export interface RoutedConversation {
  readonly routing?: 'agent' | 'webhook'
  readonly webhookId?: string
}

/** The route in force now: sandbox number, then the conversation's override, then the number's default (spec, Routing). */
export function effectiveRoute(number: RoutedNumber, conversation: RoutedConversation): Route {
  if (number.sandbox) return { mode: 'sandbox', webhookId: null }
  const mode = conversation.routing ?? number.defaultRouting ?? null
  const webhookId = mode === 'webhook' ? (conversation.webhookId ?? number.defaultWebhookId ?? null) : null
  return { mode, webhookId }
}
