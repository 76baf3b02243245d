import { randomInt } from 'node:crypto'
import { type EventName, USUAL_EVENTS } from '@replywright/contract/envelope.ts'
import { NumberEntity } from '@replywright/core/channel/numbers/number-entity.ts'
import { connectNumber } from '@replywright/core/channel/provider/accounts/accounts.ts'
import { homeOf } from '@replywright/core/conversations/customers/new-conversation.ts'
import { listenersToAll } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { WebhookEntity } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { createWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { createApiKey } from '@replywright/core/people/api-keys/api-keys.ts'
import { ensureMemberships } from '@replywright/core/people/members/membership-entity.ts'
import { newId } from '@replywright/core/platform/clock.ts'
import { DEMO_TEMPLATES } from '@replywright/local/demo.ts'
import { LOCAL_BUS } from '@replywright/local/local-context.ts'
import type { TestBed } from './test-bed.ts'

/** The resources of one run, so that runs can be concurrent. */
export interface Tenant {
  readonly organizationId: string
  readonly userId: string
  readonly apiKey: string
  readonly phoneNumberId: string
  /** Digits of the business number, and of its only customer. */
  readonly number: string
  readonly customer: string
  /** The id that the conversation with the customer has or will have. */
  readonly conversationId: string
  readonly webhooks: readonly TenantWebhook[]
  /** Ids, one of which is in every call for this tenant. */
  readonly marks: readonly string[]
}

interface TenantWebhook {
  readonly id: string
  /** Its path at the receiver. */
  readonly path: string
  readonly isBus: boolean
}

/** The setup of a tenant. Webhooks are counted from 0. */
export interface TenantSetting {
  /** The number of webhooks. */
  readonly webhooks: number
  /** Webhooks that receive every message. */
  readonly listeners: readonly number[]
  /** The events of its webhooks. @default those that are not about outbound messages */
  readonly events?: readonly EventName[]
  /** Webhooks that send to the event bus. */
  readonly bus?: readonly number[]
  /** The webhook that the number routes conversations to. */
  readonly routedTo?: number
}

const CONNECTED_FOR_MILLISECONDS = 3 * 86_400_000

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** Creates an organisation with its own number, webhooks and API key. */
export async function createTenant({ service, accessToken }: TestBed, setting: TenantSetting): Promise<Tenant> {
  // Connected in the past, so that the number accepts messages of an expired window.
  const now = Date.now() - CONNECTED_FOR_MILLISECONDS
  const owner = { organizationId: newId(), userId: newId() }
  await ensureMemberships(owner.userId, [owner.organizationId], 'admin', now)
  const phoneNumberId = `77${digits(14)}`
  const number = `4420${digits(9)}`
  const customer = `4478${digits(9)}`
  const waId = `88${digits(14)}`
  const connected = await connectNumber(
    owner.organizationId,
    { waId, accountName: 'Account', accessToken, phoneNumberId, number },
    listenersToAll,
    now,
  )
  service.provider.addNumber({ phoneNumberId, displayPhoneNumber: number, wabaId: waId })
  for (const { wabaId: _, ...template } of DEMO_TEMPLATES) service.provider.addTemplate(template, waId)
  const webhooks: TenantWebhook[] = []
  for (let index = 0; index < setting.webhooks; index++) {
    const path = `/${phoneNumberId}/${index}`
    const { webhook, secret } = await createWebhook(
      owner,
      {
        name: `Webhook ${index}`,
        url: `${service.receiver.url}${path}`,
        events: setting.events ?? USUAL_EVENTS,
        phoneNumberIds: setting.listeners.includes(index) ? [phoneNumberId] : [],
      },
      now,
      newId(),
    )
    service.receiver.setSecret(path, secret)
    const isBus = setting.bus?.includes(index) ?? false
    const { id, organizationId } = webhook
    if (isBus) await WebhookEntity.patch({ organizationId, id }).set({ url: LOCAL_BUS }).go()
    webhooks.push({ id, path, isBus })
  }
  const routedTo = setting.routedTo === undefined ? undefined : webhooks[setting.routedTo]
  if (routedTo)
    await NumberEntity.patch({ phoneNumberId }).set({ defaultRouting: 'webhook', defaultWebhookId: routedTo.id }).go()
  const key = await createApiKey(owner, { name: 'client', permission: 'full' }, now)
  const id = homeOf(connected, { contactNumber: customer })
  return {
    ...owner,
    apiKey: key.value,
    phoneNumberId,
    number,
    customer,
    conversationId: id,
    webhooks,
    marks: [
      owner.organizationId,
      key.gatewayKeyId,
      phoneNumberId,
      customer,
      id,
      ...webhooks.map((webhook) => webhook.id),
    ],
  }
}
