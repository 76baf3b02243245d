import * as replays from '@messaging/contract/replays.ts'
import * as webhooks from '@messaging/contract/webhooks.ts'
import { getReplay } from '@messaging/core/deliveries/replays/get-replay.ts'
import { replayView } from '@messaging/core/deliveries/replays/replay-view.ts'
import { getWebhook } from '@messaging/core/deliveries/webhooks/get-webhook.ts'
import { viewWebhooksPage, webhookView } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(webhooks.listWebhooks, async ({ caller, query, now, event }) =>
    toPage(event, query, await viewWebhooksPage(caller, query, now)),
  )

export const getRoute = () =>
  route(webhooks.getWebhook, async ({ caller, params, now }) =>
    webhookView(caller, await getWebhook(caller.organizationId, params.id), now),
  )

export const getReplayRoute = () =>
  route(replays.getReplay, async ({ caller, params, now }) =>
    replayView(await getReplay(caller.organizationId, params.id, params.replayId, now)),
  )
