import * as conversations from '@messaging/contract/conversations.ts'
import * as messages from '@messaging/contract/messages.ts'
import * as takeover from '@messaging/contract/takeover.ts'
import { startConversation } from '@messaging/core/answering/start-conversation.ts'
import { changeRouting, listConversations, viewConversation } from '@messaging/core/conversations/conversations.ts'
import { listMessages } from '@messaging/core/conversations/messages/list-messages.ts'
import { sendMessage } from '@messaging/core/conversations/messages/send-message.ts'
import { handBack, takeOver } from '@messaging/core/conversations/takeover.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { fittingPage } from '@messaging/core/platform/paging/fit-response.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(conversations.listConversations, async ({ caller, query, now, event }) =>
    toPage(event, query, await fittingPage(query, (page) => listConversations(caller.organizationId, page, now))),
  )

export const createRoute = () =>
  route(conversations.createConversation, ({ caller, body, id }) =>
    startConversation(caller, { ...body, messageId: id }, systemClock),
  )

export const getRoute = () =>
  route(conversations.getConversation, ({ caller, params, now }) =>
    viewConversation(caller.organizationId, params.id, now),
  )

export const subscribeRoute = () =>
  route(conversations.subscribeConversation, ({ caller, params, body }) =>
    changeRouting(caller, params.id, { mode: 'webhook', webhookId: body.webhookId }, systemClock),
  )

export const unsubscribeRoute = () =>
  route(conversations.unsubscribeConversation, ({ caller, params }) =>
    changeRouting(caller, params.id, { mode: null }, systemClock),
  )

export const routingRoute = () =>
  route(conversations.routeConversation, ({ caller, params, body }) =>
    changeRouting(caller, params.id, body, systemClock),
  )

export const takeoverRoute = () =>
  route(takeover.takeOverConversation, ({ caller, params, body, now, id }) =>
    takeOver(caller, { id: params.id, durationMinutes: body.durationMinutes, eventId: id }, now),
  )

export const handbackRoute = () =>
  route(takeover.handBackConversation, ({ caller, params, body, now, id }) =>
    handBack(caller, { id: params.id, contactNumber: body.contact.phoneNumber, eventId: id }, now),
  )

export const listMessagesRoute = () =>
  route(messages.listMessages, async ({ caller, params, query, now, event }) =>
    toPage(event, query, await fittingPage(query, (page) => listMessages(caller.organizationId, params.id, page, now))),
  )

export const sendMessageRoute = () =>
  route(messages.sendMessage, ({ caller, params, body, id }) =>
    sendMessage(caller, { conversationId: params.id, messageId: id, input: body }, systemClock),
  )
