import { NumberEntity } from '@messaging/core/channel/numbers/number-entity.ts'
import { NumberSubscriptionEntity } from '@messaging/core/channel/numbers/number-subscription-entity.ts'
import { ConversationEntity } from '@messaging/core/conversations/conversation-entity.ts'
import { MessageEntity } from '@messaging/core/conversations/messages/message-entity.ts'
import { DeliveryEntity } from '@messaging/core/deliveries/delivery-entity.ts'
import { WebhookEntity } from '@messaging/core/deliveries/webhooks/webhook-entity.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { makeAtStart } from '@messaging/core/platform/on-first-use.ts'
import { RetentionEntity } from '@messaging/core/platform/retention/retention-entity.ts'
import { functionUrl, receiveWebhook, respondToHandshake } from '@messaging/http/function-url.ts'

makeAtStart(
  ConversationEntity,
  DeliveryEntity,
  MessageEntity,
  NumberEntity,
  NumberSubscriptionEntity,
  RetentionEntity,
  WebhookEntity,
)

/** The provider's callback URL. GET is the verification handshake, POST delivers events. */
export const handler = functionUrl({
  GET: (request) => respondToHandshake(request, systemClock()),
  POST: (request) => receiveWebhook(request, systemClock),
})
