import * as control from '@replywright/contract/control.ts'
import * as conversations from '@replywright/contract/conversations.ts'
import * as messages from '@replywright/contract/messages.ts'
import * as takeover from '@replywright/contract/takeover.ts'
import { startConversation } from '@replywright/core/answering/start-conversation.ts'
import { changeControl } from '@replywright/core/conversations/control/change-control.ts'
import { changeRouting, listConversations, viewConversation } from '@replywright/core/conversations/conversations.ts'
import { listMessages } from '@replywright/core/conversations/messages/list-messages.ts'
import { sendMessage } from '@replywright/core/conversations/messages/send-message.ts'
import { handBack, takeOver } from '@replywright/core/conversations/takeover.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { toPage } from '@replywright/http/page.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(conversations.listConversations, async ({ caller, query, now, event }) =>
    toPage(event, query, await fittingPage(query, (page) => listConversations(caller.organizationId, page, now))),
  )

export const createRoute = () =>
  route(conversations.createConversation, ({ caller, body, id, event }) => {
    if (body.message) event.messageId = id
    return startConversation(caller, { ...body, messageId: id }, systemClock)
  })

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

export const controlRoute = () =>
  route(control.controlConversation, ({ caller, params, body: { action, to = 'agent', metadata }, now, id }) =>
    changeControl(
      caller,
      { id: params.id, eventId: id, change: action === 'take' ? { action, metadata } : { action, to, metadata } },
      now,
    ),
  )

export const listMessagesRoute = () =>
  route(messages.listMessages, async ({ caller, params, query, now, event }) =>
    toPage(event, query, await fittingPage(query, (page) => listMessages(caller.organizationId, params.id, page, now))),
  )

export const sendMessageRoute = () =>
  route(messages.sendMessage, ({ caller, params, body, id }) =>
    sendMessage(caller, { conversationId: params.id, messageId: id, input: body }, systemClock),
  )
