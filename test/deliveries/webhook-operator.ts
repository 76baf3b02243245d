import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '@replywright/core/deliveries/shards.ts'
import { countConsecutiveFailures } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { getWebhook, WebhookEntity } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { disableWebhook, enableWebhook, rotateSecret } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { actAsAdministrator } from '../support/administrator.ts'

export type WebhookOperator = ReturnType<typeof webhookOperator>

/** What operators and the dashboard do with one webhook, by core's own operations and with the administrator's rights. */
export function webhookOperator(service: Service, organizationId: string, webhookId: string) {
  actAsAdministrator(service)
  return {
    read: () => getWebhook(organizationId, webhookId),
    /** Returns its present failures in a row. */
    async failures() {
      const webhook = await getWebhook(organizationId, webhookId)
      return await countConsecutiveFailures(webhook, Date.now())
    },
    disable: () => disableWebhook(organizationId, webhookId, Date.now()),
    enable: () => enableWebhook(organizationId, webhookId, Date.now()),
    /** Removes the mark of a slow endpoint, which lasts longer than a test. */
    unmark: () => WebhookEntity.patch({ organizationId, id: webhookId }).remove(['slowUntil']).go(),
    /** Returns the new signing secret. */
    rotate: () => rotateSecret(organizationId, webhookId, Date.now()),
    /** Returns its deliveries, the latest first. */
    async deliveries() {
      const key = { webhookId, shard: FIRST_SHARD }
      return (await DeliveryEntity.query.byId(key).go({ pages: 'all', order: 'desc', consistent: true })).data
    },
  }
}
