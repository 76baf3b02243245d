import { prepareIntake } from '@replywright/core/conversations/messages/handle-webhook.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { functionUrl, receiveWebhook, respondToHandshake } from '@replywright/http/function-url.ts'

prepareIntake()

/** The provider's callback URL. GET is the verification handshake, POST delivers events. */
export const handler = functionUrl({
  GET: (request) => respondToHandshake(request, systemClock()),
  POST: (request) => receiveWebhook(request, systemClock),
})
