import * as conversations from './conversations.ts'
import type { Endpoint } from './endpoint.ts'
import * as deliveries from './webhook-deliveries.ts'

/** Every operation of the API. A key names the file under functions/api that answers it. */
export const endpoints = {
  'conversations/create': conversations.createConversation,
  'conversations/get': conversations.getConversation,
  'conversations/subscribe': conversations.subscribeConversation,
  'conversations/unsubscribe': conversations.unsubscribeConversation,
  'conversations/routing': conversations.routeConversation,
  'webhook-deliveries/replay': deliveries.replayDelivery,
} as const satisfies Record<string, Endpoint>
