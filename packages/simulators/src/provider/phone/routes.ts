import * as v from 'valibot'
import type { Route } from '../../router.ts'
import { parseBody } from '../control.ts'
import { Fault } from '../faults.ts'
import { reportStatus } from '../status-reports.ts'
import { digitsOf } from '../webhook-envelopes.ts'
import type { World } from '../world.ts'
import { CustomerInput, sendAsCustomer } from './send-as-customer.ts'
import { shownParts } from './shown-parts.ts'

const StatusInput = v.strictObject({
  status: v.picklist(['sent', 'delivered', 'read', 'played', 'failed']),
  error: v.optional(v.object({ code: v.number(), title: v.string(), details: v.string() })),
})

const Signature = v.optional(v.picklist(['valid', 'bad', 'none']))

const WrappedEnvelope = v.strictObject({ envelope: v.unknown(), signature: Signature })

const customerKey = (customer: string, world: World) =>
  world.customers.key(/^[A-Z]{2}\./.test(customer) ? customer : digitsOf(customer))

/** Routes of the customers' phones, and routes for manual calls. */
export const phoneRoutes: readonly Route<World>[] = [
  {
    method: 'POST',
    path: '/simulator/customers/{customer}/messages',
    async handle(call, world) {
      const input = parseBody(call, CustomerInput)
      return { status: 202, body: await sendAsCustomer(call.param('customer'), input, world) }
    },
  },
  {
    method: 'GET',
    path: '/simulator/customers/{customer}/chat',
    handle(call, world) {
      const customer = customerKey(call.param('customer'), world)
      const messages = world.chats
        .of(customer)
        .map((message) => (message.by === 'business' ? { ...message, parts: shownParts(message.message) } : message))
      const body = { customer, typing: world.chats.isTyping(customer), messages }
      return { status: 200, body }
    },
  },
  {
    method: 'PUT',
    path: '/simulator/customers/{customer}',
    handle(call, world) {
      const settings = parseBody(call, v.strictObject({ reachable: v.boolean() }))
      world.customers.set(customerKey(call.param('customer'), world), settings)
      return { status: 200, body: settings }
    },
  },
  {
    method: 'GET',
    path: '/simulator/messages',
    handle(call, world) {
      const to = call.query.get('to')
      const key = to === null ? undefined : customerKey(to, world)
      const messages = world.chats.sent.items.filter(({ customer }) => key === undefined || customer === key)
      return { status: 200, body: { messages } }
    },
  },
  {
    method: 'DELETE',
    path: '/simulator/messages',
    handle(_, world) {
      world.chats.clear()
      return { status: 204 }
    },
  },
  {
    method: 'POST',
    path: '/simulator/messages/{id}/status',
    async handle(call, world) {
      const { status, error } = parseBody(call, StatusInput)
      const message = world.chats.find(call.param('id'))
      if (message?.by !== 'business') return { status: 404, body: { error: 'no such message of the business' } }
      return { status: 202, body: await reportStatus(world, message, status, error) }
    },
  },
  {
    method: 'POST',
    path: '/simulator/webhooks',
    async handle(call, world) {
      const signature = v.parse(Signature, call.query.get('signature') ?? undefined)
      return { status: 202, body: await postGiven(call.body.toString(), signature, world) }
    },
  },
  {
    method: 'GET',
    path: '/simulator/webhooks',
    handle: (_, world) => ({ status: 200, body: { webhooks: world.webhooks.records } }),
  },
  {
    method: 'POST',
    path: '/simulator/faults',
    handle(call, world) {
      world.faults.plan(parseBody(call, Fault))
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: '/simulator/numbers',
    handle: (_, world) => ({ status: 200, body: { numbers: world.numbers } }),
  },
]

/** Posts an envelope unchanged, even if malformed, or the one in `{ envelope, signature? }`. */
function postGiven(body: string, signature: v.InferOutput<typeof Signature>, world: World) {
  const wrapped = v.safeParse(v.pipe(v.string(), v.parseJson(), WrappedEnvelope), body)
  return wrapped.success
    ? world.webhooks.post(wrapped.output.envelope, { signature: wrapped.output.signature ?? signature })
    : world.webhooks.post(body, { signature })
}
