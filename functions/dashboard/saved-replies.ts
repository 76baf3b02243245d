import * as replies from '@replywright/contract/dashboard/saved-replies.ts'
import { deleteSavedReply, listSavedReplies, saveReply } from '@replywright/core/conversations/saved-replies.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () => route(replies.listSavedReplies, ({ caller }) => listSavedReplies(caller.organizationId))

export const saveRoute = () => route(replies.saveReply, ({ caller, body }) => saveReply(caller.organizationId, body))

export const deleteRoute = () =>
  route(replies.deleteSavedReply, ({ caller, params }) => deleteSavedReply(caller.organizationId, params.id))
