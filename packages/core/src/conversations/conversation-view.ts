import type { Conversation } from '@messaging/contract/conversations.ts'
import { capabilitiesOf } from '../channel/capabilities.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { contactId } from './contact-id.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { handoffViews } from './handoff.ts'
import { type Finders, liveAgentId, liveRoute } from './routing/live-targets.ts'
import { windowSecondsLeft } from './service-window/window.ts'

/**
 * Returns a conversation as the API shows it (spec, Conversation; decisions, Wire). Shows no deleted agent or webhook.
 */
export async function conversationView(
  conversation: ConversationItem,
  number: NumberItem,
  now: number,
  finders?: Finders,
): Promise<Conversation> {
  const left = windowSecondsLeft(conversation.lastInboundAt, capabilitiesOf(number).windowSeconds, now)
  const [agentId = '', route] = await Promise.all([
    liveAgentId(number, conversation, finders),
    liveRoute(number, conversation, finders),
  ])
  return {
    id: conversation.id,
    contact: {
      id: contactId(conversation),
      phoneNumber: conversation.contactNumber ?? '',
      name: conversation.contactName,
    },
    activeAgent: agentId,
    msgNumber: conversation.msgNumber,
    chatWindowRemainingTime: Number.isFinite(left) ? String(left) : '',
    lastMessage: conversation.lastMessage,
    isHumanTakeover: String((conversation.humanTakeoverUntil ?? 0) > now),
    active: String(left > 0),
    routing: conversation.routing ?? null,
    webhookId: route.webhookId ?? '',
    routingOverride: String(conversation.routing !== undefined),
    ...handoffViews(conversation),
    commerceCustomer: '',
    latestReferral: conversation.latestReferral ?? null,
  }
}
