import * as linkSessions from '@replywright/contract/link-sessions.ts'
import {
  createLinkSession,
  listLinkSessions,
  viewLinkSession,
} from '@replywright/core/channel/provider/signup/link-sessions.ts'
import { fittingSlice } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(linkSessions.listLinkSessions, async ({ caller, query, now }) =>
    fittingSlice(await listLinkSessions(caller, query, now)),
  )

export const createRoute = () =>
  route(linkSessions.createLinkSession, ({ caller, body, id, now }) => createLinkSession(caller, id, body, now), {
    keepsResponses: false,
  })

export const getRoute = () =>
  route(linkSessions.getLinkSession, ({ caller, params, now }) => viewLinkSession(caller, params.id, now))
