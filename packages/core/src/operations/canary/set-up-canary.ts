import { createSandboxNumber, sandboxId } from '../../channel/numbers/sandbox-number.ts'
import { createWebhook } from '../../deliveries/webhooks/create-webhook.ts'
import { enableWebhook } from '../../deliveries/webhooks/enable-webhook.ts'
import { listenersToAll } from '../../deliveries/webhooks/get-webhook.ts'
import { updateWebhook } from '../../deliveries/webhooks/update-webhook.ts'
import { CANARY } from '../../platform/canary.ts'
import { RetentionEntity } from '../../platform/retention/retention-entity.ts'
import { canaryToken } from './canary-token.ts'

const NAME = 'Canary'
const RETENTION_DAYS = 1

/**
 * Creates the number and the webhook of the canary, whose deliveries return to the ingress. A repeat sets the URL again and
 * enables the webhook. `now` in milliseconds.
 */
export async function setUpCanary(ingressUrl: string, now: number): Promise<void> {
  const { organizationId, webhookId } = CANARY
  const target = new URL(ingressUrl)
  target.searchParams.set('canary', await canaryToken(now))
  const url = target.href
  await RetentionEntity.put({ organizationId, messageDays: RETENTION_DAYS, deliveryDays: RETENTION_DAYS }).go()
  await createSandboxNumber(organizationId, listenersToAll, now)
  const created = await createWebhook(
    { organizationId, userId: organizationId },
    { name: NAME, url, events: ['message.received'], phoneNumberIds: [sandboxId(organizationId)] },
    now,
    webhookId,
  )
  if (created.webhook.url !== url) await updateWebhook(organizationId, webhookId, { url }, { expected: undefined, now })
  await enableWebhook(organizationId, webhookId, now)
}
