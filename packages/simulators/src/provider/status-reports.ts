import * as v from 'valibot'
import { unixSeconds } from '../clock.ts'
import type { BusinessMessage } from './chats.ts'
import { type DeliveryStatus, statusesEnvelope } from './webhook-envelopes.ts'
import { findNumber, type World } from './world.ts'

const SentTemplate = v.object({
  type: v.literal('template'),
  template: v.object({ name: v.string(), language: v.object({ code: v.string() }) }),
})

/** Reports a message's status to the business. Resolves after the webhook's first attempt. */
export async function reportStatus(
  world: World,
  message: BusinessMessage,
  status: DeliveryStatus,
  error?: { code: number; title: string; details: string },
): Promise<{ status: number; delivered: boolean }> {
  if (world.webhooks.stopped) return { status: 0, delivered: false }
  const number = findNumber(world.numbers, message.phoneNumberId)
  if (!number) throw new Error(`no such number: ${message.phoneNumberId}`)
  world.chats.setStatus(message, status, error)
  const hidden = !/^\d+$/.test(message.customer)
  const facts = {
    id: message.id,
    status,
    timestamp: unixSeconds(world.clock),
    recipientId: hidden ? undefined : message.customer,
    recipientUserId: hidden ? message.customer : undefined,
    callbackData: message.callbackData,
    pricingCategory: status === 'failed' ? undefined : categoryOf(message, number.wabaId, world),
    isFree: message.type !== 'template' && !world.era.billsService,
    error,
  }
  return world.webhooks.post(statusesEnvelope(number, [facts]))
}

/** Returns the category by which a message is billed: that of its template, or `service`. */
function categoryOf({ message }: BusinessMessage, wabaId: string, { templates }: World): string {
  const sent = v.safeParse(SentTemplate, message)
  if (!sent.success) return 'service'
  const { name, language } = sent.output.template
  const template = templates.of(wabaId).find((one) => one.name === name && one.language === language.code)
  return template?.category.toLowerCase() ?? 'utility'
}

/** Reports the outcome of an accepted send: `sent` and `delivered`, or `failed`. */
export async function reportOutcome(world: World, message: BusinessMessage): Promise<void> {
  if (message.error) return void (await reportStatus(world, message, 'failed', message.error))
  if (message.status === 'accepted') await reportStatus(world, message, 'sent')
  if (message.status === 'sent') await reportStatus(world, message, 'delivered')
}
