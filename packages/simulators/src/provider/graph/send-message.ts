import * as v from 'valibot'
import { delay, unixSeconds } from '../../clock.ts'
import type { Route, RouteReply } from '../../router.ts'
import { type BusinessMessage, wamid } from '../chats.ts'
import type { PlannedFault } from '../faults.ts'
import { readableText } from '../readable-text.ts'
import { reportOutcome, reportStatus } from '../status-reports.ts'
import { type BusinessNumber, digitsOf } from '../webhook-envelopes.ts'
import type { World } from '../world.ts'
import { check, GraphError, parseJson, unknownObject } from './graph-error.ts'
import { findMediaProblem, requireUploaded } from './media-check.ts'
import { OutboundMessage, Receipt } from './message-schema.ts'
import { requireSendable } from './template-check.ts'

const Addressed = v.looseObject({ to: v.string() })

/** Simulated network time in milliseconds between acceptance and the `sent` report. */
const SENT_AFTER_MS = 50

/** `POST /{version}/{phone number id}/messages`: a message, a read receipt, or a typing indicator. */
export const sendMessage: Route<World> = {
  method: 'POST',
  path: '/{version}/{phoneNumberId}/messages',
  handle(call, world) {
    const id = call.param('phoneNumberId')
    const number = world.numbers.find(({ phoneNumberId }) => phoneNumberId === id)
    if (!number) throw unknownObject(id)
    const input = parseJson(call.body)
    return v.is(v.looseObject({ status: v.string() }), input)
      ? acknowledge(check(Receipt, input), world)
      : send(number, input, world)
  },
}

const Template = v.looseObject({ type: v.literal('template') })

/** `POST /{version}/{phone number id}/marketing_messages`: a marketing template. */
export const sendMarketing: Route<World> = {
  method: 'POST',
  path: '/{version}/{phoneNumberId}/marketing_messages',
  handle(call, world) {
    const id = call.param('phoneNumberId')
    const number = world.numbers.find(({ phoneNumberId }) => phoneNumberId === id)
    if (!number) throw unknownObject(id)
    const input = parseJson(call.body)
    if (world.marketing === 'messages' || !v.is(Template, input)) throw new GraphError({ code: 131055 })
    return send(number, input, world, 'marketing_messages')
  },
}

function acknowledge(receipt: v.InferOutput<typeof Receipt>, world: World): RouteReply {
  const message = world.chats.find(receipt.message_id)
  if (message?.by !== 'customer')
    throw new GraphError({ code: 131009, details: `Message ${receipt.message_id} does not exist` })
  world.chats.markRead(message)
  if (receipt.typing_indicator) world.chats.showTyping(message.customer)
  return { status: 200, body: { success: true } }
}

async function send(
  number: BusinessNumber,
  input: unknown,
  world: World,
  path: 'messages' | 'marketing_messages' = 'messages',
): Promise<RouteReply> {
  const fault = world.faults.take(v.is(Addressed, input) ? input.to : undefined)
  await fault.until
  if (fault.delayMs !== undefined) await delay(fault.delayMs)
  const refused = refusal(fault)
  if (refused) return refused

  const body = check(OutboundMessage, withDefaultType(input))
  const message = accept(number, body, world)
  requirePath(number, body, path, world)
  world.chats.send(message)
  if (fault.statusFirst) await reportStatus(world, message, 'sent')
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [contactOf(body, message)],
      messages: [{ id: message.id, message_status: body.type === 'template' ? 'accepted' : undefined }],
    },
    drop: fault.reset === 'after',
    afterwards: async () => {
      await delay(SENT_AFTER_MS)
      message.error ??= await findMediaProblem(body, world)
      await reportOutcome(world, message)
    },
  }
}

/** @throws GraphError for a template of another category than its path accepts */
function requirePath(
  { wabaId }: BusinessNumber,
  body: OutboundMessage,
  path: 'messages' | 'marketing_messages',
  { marketing, templates }: World,
): void {
  if (body.type !== 'template') return
  const { name, language } = body.template
  const template = templates.of(wabaId).find((one) => one.name === name && one.language === language.code)
  const isMarketing = template?.category === 'MARKETING'
  if (path === 'marketing_messages' && !isMarketing) throw new GraphError({ code: 131055 })
  if (path === 'messages' && isMarketing && marketing === 'marketing_messages') throw new GraphError({ code: 131063 })
}

/** A message without a type is a text. */
function withDefaultType(input: unknown): unknown {
  return v.is(v.looseObject({ type: v.optional(v.undefined()) }), input) ? { ...input, type: 'text' } : input
}

function refusal({ reset, html, code, status }: PlannedFault): RouteReply | undefined {
  if (reset === 'before') return { status: 0, drop: true }
  if (html !== undefined) return { status: status ?? 502, body: html }
  if (code !== undefined) throw new GraphError({ code, status })
  if (status !== undefined) throw new GraphError({ code: 131000, status })
  return undefined
}

/** Builds the accepted message. @throws GraphError if the provider rejects it */
function accept(number: BusinessNumber, body: OutboundMessage, world: World): BusinessMessage {
  const customer = world.customers.key(recipientOf(body))
  if (customer === digitsOf(number.displayPhoneNumber)) throw new GraphError({ code: 131021 })
  if (!world.customers.isReachable(customer))
    throw new GraphError({ code: 131026, details: 'The recipient is not on the network or cannot be reached.' })
  const replied = body.type === 'reaction' ? body.reaction.message_id : body.context?.message_id
  if (replied !== undefined && !world.chats.find(replied))
    throw new GraphError({ code: 131009, details: `Message ${replied} does not exist` })
  requireUploaded(body, world)
  if (body.type === 'template') requireSendable(number, body.template, world)
  requireRate(number, customer, world)
  const message: BusinessMessage = {
    by: 'business',
    id: wamid('outbound', customer),
    phoneNumberId: number.phoneNumberId,
    customer,
    type: body.type,
    text: readableText(body),
    at: world.clock(),
    message: body,
    callbackData: body.biz_opaque_callback_data,
    status: 'accepted',
  }
  if (body.type === 'template' || isWindowOpen(message, world)) return message
  const closed = new GraphError({
    code: 131047,
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  })
  if (world.outsideWindow === 'reject') throw closed
  return { ...message, error: { code: closed.code, title: closed.title, details: closed.details } }
}

/** @throws GraphError if the number sends too much, in total or to one customer */
function requireRate({ phoneNumberId }: BusinessNumber, customer: string, { limits, traffic, clock }: World): void {
  if (limits.number && !traffic.fits(phoneNumberId, limits.number, clock())) throw new GraphError({ code: 130429 })
  if (limits.pair && !traffic.fits(`${phoneNumberId} ${customer}`, limits.pair, clock()))
    throw new GraphError({ code: 131056 })
}

function recipientOf({ to, recipient, recipient_type }: OutboundMessage): string {
  if (recipient_type === 'group') throw new GraphError({ code: 131009, details: 'Groups are not supported' })
  if (to === undefined && recipient === undefined)
    throw new GraphError({ code: 100, message: 'The parameter to is required.' })
  if (to === undefined) return recipient ?? ''
  const digits = digitsOf(to)
  if (!/^\+?[\d\s()-]+$/.test(to) || digits.length < 7 || digits.length > 15)
    throw new GraphError({ code: 131009, details: `Parameter 'to' is not a phone number` })
  return digits
}

function isWindowOpen({ phoneNumberId, customer }: BusinessMessage, { chats, clock, serviceWindowSeconds }: World) {
  const last = chats.lastInboundAt(phoneNumberId, customer)
  return last !== undefined && unixSeconds(clock) < last + serviceWindowSeconds
}

function contactOf({ to, recipient }: OutboundMessage, { customer }: BusinessMessage) {
  return to === undefined ? { input: recipient, user_id: recipient } : { input: to, wa_id: customer }
}
