import * as replays from '@replywright/contract/replays.ts'
import * as webhooks from '@replywright/contract/webhooks.ts'
import { getReplay, viewReplay } from '@replywright/core/deliveries/replays/replays.ts'
import { sendTestEvent } from '@replywright/core/deliveries/request-delivery.ts'
import {
  revisedWebhook,
  viewWebhooksPage,
  webhookSettings,
  webhookView,
} from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { getWebhook } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { disableWebhook, enableWebhook, updateWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { sendNotice } from '@replywright/core/people/notices/notices.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { compared } from '@replywright/http/compared.ts'
import { toPage } from '@replywright/http/page.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(webhooks.listWebhooks, async ({ caller, query, now, event }) =>
    toPage(event, query, await fittingPage(query, (page) => viewWebhooksPage(caller, page, now))),
  )

export const getRoute = () =>
  route(webhooks.getWebhook, async ({ caller, params, now }) =>
    revisedWebhook(caller, await getWebhook(caller.organizationId, params.id), now),
  )

export const updateRoute = () =>
  route(
    webhooks.updateWebhook,
    async ({ caller, params, body, revision, now }) =>
      revisedWebhook(
        caller,
        await updateWebhook(caller.organizationId, params.id, body, { expected: revision, now }),
        now,
      ),
    { compare: compared(webhooks.updateWebhook, ({ caller, params }) => webhookSettings(caller, params.id)) },
  )

export const enableRoute = () =>
  route(webhooks.enableWebhook, async ({ caller, params, now }) => {
    const webhook = await enableWebhook(caller.organizationId, params.id, now)
    await sendNotice(webhook, now)
    return await webhookView(caller, webhook, now)
  })

export const disableRoute = () =>
  route(webhooks.disableWebhook, async ({ caller, params, now }) =>
    webhookView(caller, await disableWebhook(caller.organizationId, params.id, now), now),
  )

export const sendTestEventRoute = () =>
  route(webhooks.sendTestEvent, ({ caller, params, body, id }) =>
    sendTestEvent(caller.organizationId, params.id, id, body.event),
  )

export const getReplayRoute = () =>
  route(replays.getReplay, async ({ caller, params, now }) =>
    viewReplay(await getReplay(caller.organizationId, params.id, params.replayId, now)),
  )
