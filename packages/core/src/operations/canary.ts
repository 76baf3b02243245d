import type { EpochMs } from '@replywright/contract/time.ts'
import { channelAt } from '../channel/channels.ts'
import { sandboxId } from '../channel/numbers/numbers.ts'
import { ensureSandboxNumber } from '../deliveries/webhooks/view-webhooks.ts'
import { createWebhook, enableWebhook, updateWebhook } from '../deliveries/webhooks/webhooks.ts'
import { CANARY } from '../platform/canary.ts'
import { InternalError } from '../platform/errors.ts'
import { RetentionEntity } from '../platform/retention.ts'
import { equalInConstantTime } from '../platform/secrets/equal-in-constant-time.ts'
import { capabilityKey, capabilityKeys } from '../platform/secrets/secrets.ts'
import { settings } from '../platform/settings.ts'

const CANARY_NAME = 'Canary'

const CANARY_DAYS = 1

/**
 * Creates the number and the webhook of the canary, whose deliveries return to the ingress. A repeat sets the URL again
 * and enables the webhook.
 */
export async function setUpCanary(ingressUrl: string, now: EpochMs): Promise<void> {
  const { organizationId, webhookId } = CANARY
  const target = new URL(ingressUrl)
  target.searchParams.set('canary', await canaryToken(now))
  const url = target.href
  await RetentionEntity.put({ organizationId, messageDays: CANARY_DAYS, deliveryDays: CANARY_DAYS }).go()
  await ensureSandboxNumber(organizationId, now)
  const created = await createWebhook(
    { organizationId, userId: organizationId },
    { name: CANARY_NAME, url, events: ['message.received'], phoneNumberIds: [sandboxId(organizationId)] },
    now,
    webhookId,
  )
  if (created.webhook.url !== url) await updateWebhook(organizationId, webhookId, { url }, { expected: undefined, now })
  await enableWebhook(organizationId, webhookId, now)
}

const CANARY_DEADLINE_MILLISECONDS = 20_000

/**
 * Posts a customer's message to the ingress. Its delivery returns to the ingress, which counts it in `CanaryReceived`.
 * @throws Error unless the ingress accepts the message
 */
export async function sendCanary(now: EpochMs): Promise<void> {
  const request = await channelAt('/').composeCanary?.(now)
  if (!request) throw new InternalError('the channel has no canary')
  const signal = AbortSignal.timeout(CANARY_DEADLINE_MILLISECONDS)
  const response = await fetch(settings.INGRESS_URL, { method: 'POST', ...request, signal })
  if (!response.ok) throw new InternalError(`the ingress returned ${response.status}`)
}

const CANARY_CAPABILITY = 'canary'

/** Returns the value of `?canary` in the URL of the canary's webhook. */
async function canaryToken(now: EpochMs): Promise<string> {
  return (await capabilityKey(CANARY_CAPABILITY, now)).toString('hex')
}

/** Returns whether a request is a delivery to the canary's webhook. */
export async function isCanaryToken(token: string, now: EpochMs): Promise<boolean> {
  const keys = await capabilityKeys(CANARY_CAPABILITY, now)
  return keys.some((key) => equalInConstantTime(token, key.toString('hex')))
}
