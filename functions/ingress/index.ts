import { systemClock } from '@messaging/core/clock.ts'
import { functionUrl } from '@messaging/http/function-url.ts'
import { answerHandshake, receiveWebhook } from '@messaging/http/provider-webhook.ts'

/** The provider's callback: GET is its handshake, POST what it has to say. */
export const handler = functionUrl({
  GET: (request) => answerHandshake(request, systemClock()),
  POST: (request) => receiveWebhook(request, systemClock),
})
