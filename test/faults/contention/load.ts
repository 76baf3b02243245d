import { setTimeout } from 'node:timers/promises'
import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { signInToDashboard } from '../../dashboard/session.ts'
import { callApi } from '../../support/service.ts'
import type { Endpoint } from './endpoint.ts'

/** The rates per second and the duration of the load. */
export interface Load {
  readonly seconds: number
  /** Messages of new customers; each goes to the first endpoint. */
  readonly newCustomers: number
  /** Messages of known customers; each goes to the first endpoint, and a share also to the second. */
  readonly knownCustomers: number
  /** Messages to conversations with an agent. */
  readonly agentMessages: number
  /** Messages to the conversation routed to the endpoint that hangs. */
  readonly hanging: number
}

/** What was sent, and the errors in response. */
export interface Sent {
  /**
   * The provider's ids of messages that the ingress accepted; `routed` has those of each endpoint's own conversations.
   */
  readonly accepted: Set<string>
  readonly routed: Map<string, Set<string>>
  readonly customers: Set<string>
  /** The time of each customer's last message to an agent, in milliseconds since the epoch. */
  readonly agentCustomers: Map<string, number>
  /** Responses of the ingress and the API that were 5xx. */
  readonly serverErrors: string[]
  /** The number of messages that had no response within the provider's time limit, which then posts them again. */
  late: number
}

const PREFIX = '44770095'
const KNOWN_CUSTOMERS = 20
/** Every tenth message is posted twice concurrently, as the provider may do. */
const DUPLICATE_EVERY = 10
/** This many of the known customers' conversations are routed to the second endpoint. */
const ROUTED_CUSTOMERS = 5
const AGENT_CUSTOMERS = 3
const MOST_IN_FLIGHT = 100

const Secret = v.looseObject({ secret: v.string() })

/** The webhooks of the load: one that rejects requests, one that works, one that hangs. */
export interface LoadWebhooks {
  readonly refusing: { readonly id: string; readonly endpoint: Endpoint }
  readonly working: { readonly id: string }
  readonly hanging: { readonly id: string }
}

/** Sends all messages at their rates, and disables, enables and rotates the first webhook at the same time. */
export async function sendLoad(service: Service, webhooks: LoadWebhooks, load: Load): Promise<Sent> {
  const { provider, ready } = service
  const sent: Sent = {
    accepted: new Set(),
    routed: new Map([webhooks.working, webhooks.hanging].map(({ id }) => [id, new Set<string>()])),
    customers: new Set(),
    agentCustomers: new Map(),
    serverErrors: [],
    late: 0,
  }
  const api = async (method: string, path: string, body?: unknown) => {
    const response = await callApi(ready.baseUrl, ready.apiKey, method, path, body)
    if (response.status >= 500) sent.serverErrors.push(`${method} ${path}: ${response.status}`)
    return response
  }
  const known = Array.from({ length: KNOWN_CUSTOMERS }, (_, n) => digits(9000 + n))
  const hanging = digits(9900)
  const withAgent = Array.from({ length: AGENT_CUSTOMERS }, (_, n) => digits(8000 + n))
  const begin = async (customer: string, routing: object) => {
    const { id } = v.parse(
      v.looseObject({ id: v.string() }),
      (await api('POST', '/conversations/', { toNumber: customer, fromNumber: ready.numbers[0]?.number })).body,
    )
    sent.customers.add(customer)
    const { status } = await api('POST', `/conversations/${id}/routing/`, routing)
    if (status !== 200) throw new Error(`the routing of ${customer} could not be changed: ${status}`)
  }
  for (const customer of known.slice(0, ROUTED_CUSTOMERS))
    await begin(customer, { mode: 'webhook', webhookId: webhooks.working.id })
  await begin(hanging, { mode: 'webhook', webhookId: webhooks.hanging.id })
  for (const customer of withAgent) await begin(customer, { mode: 'agent' })

  let messages = 0
  const write = async (from: string, routedTo?: string) => {
    messages += 1
    const { status, delivered, messageIds } = await provider.sendAsCustomer({
      from,
      text: `message ${messages}`,
      duplicates: messages % DUPLICATE_EVERY === 0 ? 1 : 0,
    })
    sent.customers.add(from)
    if (status >= 500) sent.serverErrors.push(`ingress: ${status}`)
    if (status === 0) sent.late += 1
    // The provider posts a rejected message again, which counts when it is delivered.
    if (delivered) for (const id of messageIds) sent.accepted.add(id)
    if (routedTo) for (const id of messageIds) sent.routed.get(routedTo)?.add(id)
  }
  let customers = 0
  let turn = 0
  let asked = 0
  const until = Date.now() + load.seconds * 1000
  await Promise.all([
    atRate(load.newCustomers, until, () => {
      customers += 1
      return write(digits(customers))
    }),
    atRate(load.knownCustomers, until, () => {
      turn += 1
      const place = turn % known.length
      return write(known[place] ?? '', place < ROUTED_CUSTOMERS ? webhooks.working.id : undefined)
    }),
    atRate(load.agentMessages, until, () => {
      asked += 1
      const customer = withAgent[asked % withAgent.length] ?? ''
      sent.agentCustomers.set(customer, Date.now())
      return write(customer)
    }),
    atRate(load.hanging, until, () => write(hanging, webhooks.hanging.id)),
    operate(service, webhooks.refusing, until, sent.serverErrors),
    atRate(0.5, until, async () => {
      await api('GET', '/conversations/?limit=20')
    }),
  ])
  return sent
}

/** Disables, enables and rotates a webhook repeatedly. */
async function operate(
  service: Service,
  { id, endpoint }: LoadWebhooks['refusing'],
  until: number,
  serverErrors: string[],
): Promise<void> {
  const session = await signInToDashboard(service)
  const call = async (action: string) => {
    const { status, body } = await session.call('POST', `/v1/webhooks/${id}/${action}/`)
    if (status >= 500) serverErrors.push(`dashboard ${action}: ${status}`)
    const rotated = v.safeParse(Secret, body)
    if (rotated.success) endpoint.secrets.add(rotated.output.secret)
  }
  await call('secret')
  while (Date.now() < until) {
    await call('disable')
    await call('enable')
    await call('rotate-secret')
    await setTimeout(3000)
  }
}

/** Starts `work` at a rate until a time without waiting for its end. Then waits for all started work. */
async function atRate(perSecond: number, until: number, work: () => Promise<void>): Promise<void> {
  if (perSecond === 0) return
  const open = new Set<Promise<void>>()
  for (let due = Date.now(); due < until; due += 1000 / perSecond) {
    await setTimeout(Math.max(0, due - Date.now()))
    if (open.size >= MOST_IN_FLIGHT) await Promise.race(open)
    const one = work().finally(() => open.delete(one))
    open.add(one)
  }
  await Promise.all(open)
}

function digits(n: number): string {
  return `${PREFIX}${String(n).padStart(4, '0')}`
}
