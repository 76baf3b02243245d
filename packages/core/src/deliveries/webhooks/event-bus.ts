import { settings } from '../../platform/settings.ts'
import type { DeliveryItem } from '../delivery-entity.ts'

/** Returns whether the operator allows an organisation to send to an event bus: `EVENT_BUS_ARNS` is `<arn>=<id>+<id>,<arn>=*`. */
export function mayUseBus(organizationId: string, arn: string): boolean {
  const entry = settings.EVENT_BUS_ARNS.find((bus) => bus.startsWith(`${arn}=`))
  const organizations = entry?.slice(arn.length + 1).split('+') ?? []
  return organizations.includes('*') || organizations.includes(organizationId)
}

/** Returns whether a webhook's URL is the ARN of an Amazon EventBridge bus. */
export function isEventBus(url: string): boolean {
  return url.startsWith('arn:')
}

/** The source of all events. A rule for one webhook matches its resources, too. */
const SOURCE = 'replywright'

/** Returns what the entry of a delivery has beside the payload, its `detail`. The delivery's id is the same in every attempt. */
export function entryOf({ id, webhookId, event }: Pick<DeliveryItem, 'id' | 'webhookId' | 'event'>) {
  return { Source: SOURCE, DetailType: event, Resources: [`webhook/${webhookId}`, `delivery/${id}`] }
}
