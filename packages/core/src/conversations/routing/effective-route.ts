/** The modes of an effective route; null means no routing: messages are only stored. */
export type Mode = 'agent' | 'webhook' | 'sandbox' | null

export interface Route {
  readonly mode: Mode
  /** The effective webhook; only with mode `webhook`. */
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

/** Returns the effective route: sandbox, else the conversation's override, else the default (spec, Routing). */
export function effectiveRoute(number: RoutedNumber, conversation: RoutedConversation): Route {
  if (number.sandbox) return { mode: 'sandbox', webhookId: null }
  const mode = conversation.routing ?? number.defaultRouting ?? null
  const webhookId = mode === 'webhook' ? (conversation.webhookId ?? number.defaultWebhookId ?? null) : null
  return { mode, webhookId }
}
