import type { Conversation } from '@messaging/contract/conversations.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { settings } from '../../platform/settings.ts'
import { effectiveRoute } from '../routing/effective-route.ts'
import { windowSecondsLeft } from '../service-window/window.ts'
import { contactId } from './contact-id.ts'
import type { ConversationItem } from './conversation-entity.ts'

/** Returns a conversation as the API shows it (spec, Conversation; decisions, Wire). */
export function conversationView(conversation: ConversationItem, number: NumberItem, now: number): Conversation {
  const left = windowSecondsLeft(conversation.lastInboundAt, settings.SERVICE_WINDOW_SECONDS, now)
  return {
    id: conversation.id,
    contact: {
      id: contactId(conversation),
      phoneNumber: conversation.contactNumber ?? '',
      name: conversation.contactName,
    },
    activeAgent: conversation.agentId ?? '',
    msgNumber: conversation.msgNumber,
    chatWindowRemainingTime: String(left),
    lastMessage: conversation.lastMessage,
    isHumanTakeover: String((conversation.humanTakeoverUntil ?? 0) > now),
    active: String(left > 0),
    routing: conversation.routing ?? null,
    webhookId: effectiveRoute(number, conversation).webhookId ?? '',
    routingOverride: String(conversation.routing !== undefined),
    activeSupportHandoff: '',
    supportHandoffs: '',
    commerceCustomer: '',
    latestReferral: conversation.latestReferral ?? null,
  }
}
