import * as linkSessions from '@replywright/contract/link-sessions.ts'
import { confirmLinkSession } from '@replywright/core/channel/provider/signup/link-sessions.ts'
import { listenersToAll } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { hasAdminRights } from '@replywright/core/people/authenticate.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { originOf } from '@replywright/http/origin.ts'
import { respond } from '@replywright/http/respond.ts'
import { publicRoute } from '@replywright/http/route.ts'
import { linkPage, linkReturnPage } from '@replywright/pages/link.ts'

export const pageRoute = () =>
  publicRoute(linkSessions.linkPage, ({ params, event, now }) => linkPage(params.token, event, now))

export const returnRoute = () => publicRoute(linkSessions.linkReturnPage, async ({ event }) => linkReturnPage(event))

export const confirmRoute = () =>
  publicRoute(linkSessions.confirmLink, async ({ params, body, event }) =>
    respond(
      event,
      linkSessions.confirmLink.status,
      await confirmLinkSession(
        params.token,
        body,
        { origin: originOf(event), listenersToAll, mayConnect: hasAdminRights },
        systemClock,
      ),
    ),
  )
