import { log } from '../../platform/log/log.ts'
import { getWebhook } from './get-webhook.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

/**
 * Disables a webhook at the request of a user, with immediate effect. Its deliveries are stored as failed and can be
 * replayed. A webhook that is already disabled keeps its time and reason. `now` in milliseconds. Throws 404 for an
 * unknown or foreign webhook.
 */
export async function disableWebhook(organizationId: string, id: string, now: number): Promise<WebhookItem> {
  await getWebhook(organizationId, id)
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({ enabled: false, disabledAt: now, disabledReason: 'manual' })
    .where(({ enabled }, { eq }) => eq(enabled, true))
    .go({ returnOnConditionCheckFailure: true })
  if (!written.rejected) log('webhook.disabled', { organizationId, webhookId: id, reason: 'manual' })
  return await getWebhook(organizationId, id)
}

/**
 * Enables a disabled webhook. Attempts that began before `now` (milliseconds) do not count towards disabling it again.
 * An enabled webhook stays unchanged. Throws 404 for an unknown or foreign webhook.
 */
export async function enableWebhook(organizationId: string, id: string, now: number): Promise<WebhookItem> {
  const { disabledReason } = await getWebhook(organizationId, id)
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({
      enabled: true,
      enabledAt: now,
      ...(disabledReason === 'consecutive_failures' && { noticeKind: 'enabled', noticeAt: now }),
    })
    .remove(['disabledAt', 'disabledReason'])
    .where(({ enabled }, { eq }) => eq(enabled, false))
    .go({ returnOnConditionCheckFailure: true })
  if (!written.rejected) log('webhook.enabled', { organizationId, webhookId: id })
  return await getWebhook(organizationId, id)
}
