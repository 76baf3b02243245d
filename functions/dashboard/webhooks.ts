import * as statistics from '@replywright/contract/dashboard/statistics.ts'
import * as webhooks from '@replywright/contract/dashboard/webhooks.ts'
import { viewStatistics } from '@replywright/core/deliveries/statistics/statistics.ts'
import { assertDestination } from '@replywright/core/deliveries/webhooks/destination.ts'
import {
  lastAttemptBefore,
  phoneNumberIdsOf,
  webhookView,
} from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { getWebhook } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import {
  createWebhook,
  deleteWebhook,
  revealSecret,
  rotateSecret,
} from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { timeOrNull } from '@replywright/core/platform/clock.ts'
import { compared } from '@replywright/http/compared.ts'
import { type Request, route } from '@replywright/http/route.ts'

export const createRoute = () =>
  route(
    webhooks.createWebhook,
    async ({ caller, body: { numbers, ...body }, now, id }) => {
      const phoneNumberIds = await phoneNumberIdsOf(caller.organizationId, numbers)
      const { webhook, secret } = await createWebhook(caller, { ...body, phoneNumberIds }, now, id)
      return { ...(await webhookView(caller, webhook, now)), secret }
    },
    // Responses contain the secret.
    { keepsResponses: false },
  )

export const checkUrlRoute = () =>
  route(
    webhooks.checkWebhookUrl,
    async ({ caller, body }) => ({
      hasAddress: await assertDestination(caller.organizationId, body.url),
    }),
    {
      keepsResponses: false,
    },
  )

export const deleteRoute = () =>
  route(webhooks.deleteWebhook, ({ caller, params, now }) => deleteWebhook(caller.organizationId, params.id, now), {
    compare: compared(webhooks.deleteWebhook, ({ caller, params }) => getWebhook(caller.organizationId, params.id)),
  })

export const revealSecretRoute = () =>
  route(
    webhooks.revealSecret,
    async ({ caller, params }) => ({ secret: await revealSecret(caller.organizationId, params.id, caller.userId) }),
    { keepsResponses: false },
  )

async function withLastSigned({ caller, params, now }: Request<typeof webhooks.rotateSecret>, secret: string) {
  const lastAt = await lastAttemptBefore(await getWebhook(caller.organizationId, params.id), now)
  return { secret, lastSignedAt: timeOrNull(lastAt) }
}

export const rotateSecretRoute = () =>
  route(
    webhooks.rotateSecret,
    async (request) => {
      const { caller, params, body, now, id } = request
      return withLastSigned(request, await rotateSecret(caller.organizationId, params.id, now, id, body.secret))
    },
    {
      async repeat(request) {
        const { caller, params } = request
        return withLastSigned(request, await revealSecret(caller.organizationId, params.id, caller.userId))
      },
    },
  )

export const getStatisticsRoute = () =>
  route(statistics.getWebhookStatistics, ({ caller, params, query, now }) =>
    viewStatistics(caller.organizationId, params.id, query.period, now),
  )
