import { randomBytes } from 'node:crypto'
import type { EventName } from '@messaging/contract/envelope.ts'
import { newId } from '../clock.ts'
import { listNumbers } from '../numbers/find-number.ts'
import { NumberSubscriptionEntity } from '../numbers/number-subscription-entity.ts'
import { assertAllowedUrl } from '../outbound/address-guard.ts'
import { encryptSecret } from '../secrets/secrets.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

const SECRET_BYTES = 24

/** A fresh signing secret: `whsec_` and the base64 of 24 random bytes, as Standard Webhooks has it. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * Registers an endpoint of a user and subscribes it to numbers (the provider's ids), or to all there are and will be. Answers the webhook and its signing
 * secret. 400 when the URL is no http(s) URL or names a guarded address.
 */
export async function createWebhook(
  owner: { readonly organizationId: string; readonly userId: string },
  input: {
    readonly name: string
    readonly url: string
    readonly events: readonly EventName[]
    readonly phoneNumberIds: readonly string[] | 'all'
  },
  now: number,
): Promise<{ webhook: WebhookItem; secret: string }> {
  await assertAllowedUrl(input.url)
  const secret = newSigningSecret()
  const { data: webhook } = await WebhookEntity.create({
    ...owner,
    id: newId(),
    name: input.name,
    url: input.url,
    secret: await encryptSecret('webhook-signing', owner.organizationId, secret),
    enabled: true,
    allNumbers: input.phoneNumberIds === 'all',
    events: [...input.events],
    createdAt: now,
  }).go()
  if (input.events.includes('message.received')) {
    const subscription = { webhookId: webhook.id, organizationId: owner.organizationId }
    await Promise.all(
      (await phoneNumberIdsOf(owner.organizationId, input.phoneNumberIds)).map((phoneNumberId) =>
        NumberSubscriptionEntity.put({ ...subscription, phoneNumberId }).go(),
      ),
    )
  }
  return { webhook, secret }
}

async function phoneNumberIdsOf(organizationId: string, wanted: readonly string[] | 'all'): Promise<readonly string[]> {
  if (wanted !== 'all') return wanted
  return (await listNumbers(organizationId)).map(({ phoneNumberId }) => phoneNumberId)
}
