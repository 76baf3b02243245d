import * as linkSessions from '@messaging/contract/link-sessions.ts'
import { confirmLinkSession } from '@messaging/core/channel/signup/link-sessions.ts'
import { listenersToAll } from '@messaging/core/deliveries/webhooks/view-webhooks.ts'
import { hasAdminRights } from '@messaging/core/people/authenticate.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { originOf } from '@messaging/http/origin.ts'
import { respond } from '@messaging/http/respond.ts'
import { publicRoute } from '@messaging/http/route.ts'
import { linkPage, linkReturnPage } from '@messaging/pages/link.ts'

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
