import * as contactMemory from '@replywright/contract/dashboard/contact-memory.ts'
import * as conversations from '@replywright/contract/dashboard/conversations.ts'
import * as thread from '@replywright/contract/dashboard/thread.ts'
import * as trace from '@replywright/contract/dashboard/trace.ts'
import * as waitingMail from '@replywright/contract/dashboard/waiting-mail.ts'
import {
  changeMemory,
  eraseMemory,
  viewConversationDetails,
  viewMemory,
} from '@replywright/core/answering/conversation-details.ts'
import { requestTurn } from '@replywright/core/answering/turns/request-turn.ts'
import { listChanges, listInbox, listWaiting } from '@replywright/core/conversations/inbox.ts'
import { markRead } from '@replywright/core/conversations/mark-read.ts'
import { createFileUpload, sendUploadedFile } from '@replywright/core/conversations/media/media.ts'
import { viewThread } from '@replywright/core/conversations/messages/list-messages.ts'
import { markMessage } from '@replywright/core/conversations/messages/mark-message.ts'
import { resendMessage } from '@replywright/core/conversations/messages/send-message.ts'
import { addNote, closeConversation } from '@replywright/core/conversations/takeover.ts'
import { noteWriting } from '@replywright/core/conversations/writing.ts'
import { viewTrace } from '@replywright/core/operations/trace/view-trace.ts'
import { changeWaitingMail, viewWaitingMail } from '@replywright/core/people/notices/waiting-mails.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const inboxRoute = () =>
  route(conversations.listInbox, ({ caller, query, now }) => fittingPage(query, (page) => listInbox(caller, page, now)))

export const detailsRoute = () =>
  route(conversations.getConversationDetails, ({ caller, params, now }) =>
    viewConversationDetails(caller.organizationId, params.id, now),
  )

export const changesRoute = () =>
  route(conversations.listInboxChanges, ({ caller, query, now }) => listChanges(caller, query, now))

export const waitingRoute = () =>
  route(conversations.listWaiting, ({ caller, query, now }) => listWaiting(caller, query, now))

export const waitingMailRoute = () => route(waitingMail.getWaitingMail, ({ caller }) => viewWaitingMail(caller))

export const changeWaitingMailRoute = () =>
  route(waitingMail.changeWaitingMail, ({ caller, body }) => changeWaitingMail(caller, body))

export const noteRoute = () =>
  route(thread.addNote, ({ caller, params, body, now, id }) =>
    addNote(caller, { id: params.id, eventId: id, text: body.text }, now),
  )

export const doneRoute = () =>
  route(thread.closeConversation, ({ caller, params, body, now, id }) =>
    closeConversation(caller, { id: params.id, eventId: id, isDone: body.isDone }, now),
  )

export const answerRoute = () =>
  route(thread.requestAnswer, ({ caller, params, now, id }) =>
    requestTurn(caller, { id: params.id, requestId: id }, now),
  )

export const writingRoute = () =>
  route(thread.noteWriting, ({ caller, params, body, now }) => noteWriting(caller, params.id, body.isWriting, now))

export const readRoute = () =>
  route(conversations.markConversationRead, ({ caller, params, body }) =>
    markRead(caller.organizationId, params.id, body),
  )

export const threadRoute = () =>
  route(thread.getThread, ({ caller, params, query, now }) => viewThread(caller, params.id, query, now))

export const traceRoute = () =>
  route(trace.getMessageTrace, ({ caller, params, now }) => viewTrace(caller.organizationId, params, now))

export const createUploadRoute = () =>
  route(
    thread.createUpload,
    ({ caller, params, body, id }) => createFileUpload(caller.organizationId, params.id, id, body),
    // The response has a signature that allows the upload.
    { keepsResponses: false },
  )

export const sendUploadRoute = () =>
  route(thread.sendUpload, ({ caller, params, body, id }) => sendUploadedFile(caller, params.id, id, body, systemClock))

export const resendRoute = () =>
  route(thread.resendMessage, ({ caller, params, body, id }) =>
    resendMessage(caller, { conversationId: params.id, messageId: body.messageId, newId: id }, systemClock),
  )

export const markRoute = () =>
  route(thread.markMessage, ({ caller, params, body, now }) =>
    markMessage(caller, { conversationId: params.id, ...body }, now),
  )

export const getMemoryRoute = () =>
  route(contactMemory.getContactMemory, ({ caller, params, now }) => viewMemory(caller.organizationId, params.id, now))

export const changeMemoryRoute = () =>
  route(contactMemory.changeContactMemory, ({ caller, params, body, now }) =>
    changeMemory(caller.organizationId, params.id, body, now),
  )

export const eraseMemoryRoute = () =>
  route(contactMemory.eraseContactMemory, ({ caller, params, body, now }) =>
    eraseMemory(caller.organizationId, params.id, body, now),
  )
