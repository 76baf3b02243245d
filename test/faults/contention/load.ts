import { setTimeout } from 'node:timers/promises'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { signInToDashboard } from '../../dashboard/session.ts'
import { callApi, idOf } from '../../support/service.ts'
import { atRate } from './at-rate.ts'
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

/** A customer's message. */
export interface SentMessage {
  /** The provider's id. */
  readonly id: string
  readonly customer: string
  /** Who receives it besides the first endpoint: a webhook's id, or `agent`. */
  readonly routedTo: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** What was sent, and the errors in response. */
export interface Sent {
  readonly messages: SentMessage[]
  /** Customers with whom the business began a conversation. */
  readonly begun: Set<string>
  /** Responses of the ingress and the API that were 5xx, without those that came too late. */
  readonly serverErrors: string[]
  /** Requests that had no response in time. The provider repeats its own. */
  late: number
}

const PREFIX = '44770095'
const KNOWN_CUSTOMERS = 20
/** Every tenth message is posted twice concurrently, as the provider may do. */
const DUPLICATE_EVERY = 10
/** This many of the known customers' conversations are routed to the second endpoint. */
const ROUTED_CUSTOMERS = 5
const AGENT_CUSTOMERS = 3

const Secret = v.looseObject({ secret: v.string() })
/** API Gateway's response when a function has not returned within its time limit. */
const TookTooLong = v.looseObject({ error: v.literal('The request took too long') })

/** The webhooks of the load: one that rejects requests, one that works, one that hangs. */
export interface LoadWebhooks {
  readonly refusing: { readonly id: string; readonly endpoint: Endpoint }
  readonly working: { readonly id: string }
  readonly hanging: { readonly id: string }
}

/** Sends all messages at their rates, and disables, enables and rotates the first webhook at the same time. */
export async function sendLoad(service: Service, webhooks: LoadWebhooks, load: Load): Promise<Sent> {
  const { provider, ready } = service
  const sent: Sent = { messages: [], begun: new Set(), serverErrors: [], late: 0 }
  const noteError = (what: string, { status, body }: { readonly status: number; readonly body?: unknown }) => {
    if (v.is(TookTooLong, body)) sent.late += 1
    else if (status >= 500) sent.serverErrors.push(`${what}: ${status} ${JSON.stringify(body ?? '')}`)
  }
  const api = async (method: string, path: string, body?: unknown) => {
    const response = await callApi(ready.baseUrl, ready.apiKey, method, path, body)
    noteError(`${method} ${path}`, response)
    return response
  }
  const known = Array.from({ length: KNOWN_CUSTOMERS }, (_, n) => digits(9000 + n))
  const hanging = digits(9900)
  const withAgent = Array.from({ length: AGENT_CUSTOMERS }, (_, n) => digits(8000 + n))
  const fromNumber = ready.numbers[0]?.number
  const begin = async (customer: string, routing: object, agentId?: string) => {
    const id = idOf(await api('POST', '/conversations/', { toNumber: customer, fromNumber, agentId }))
    sent.begun.add(customer)
    const { status } = await api('POST', `/conversations/${id}/routing/`, routing)
    if (status !== 200) throw new Error(`the routing of ${customer} could not be changed: ${status}`)
  }
  for (const customer of known.slice(0, ROUTED_CUSTOMERS))
    await begin(customer, { mode: 'webhook', webhookId: webhooks.working.id })
  await begin(hanging, { mode: 'webhook', webhookId: webhooks.hanging.id })
  const agentId = idOf(await api('POST', '/agents/', { name: 'Contended agent' }))
  for (const customer of withAgent) await begin(customer, { mode: 'agent' }, agentId)

  let messages = 0
  const write = async (customer: string, routedTo?: string) => {
    messages += 1
    const at = Date.now()
    const { status, messageIds } = await provider.sendAsCustomer({
      from: customer,
      text: `message ${messages}`,
      duplicates: messages % DUPLICATE_EVERY === 0 ? 1 : 0,
    })
    noteError('ingress', { status })
    if (status === 0) sent.late += 1
    sent.messages.push(...messageIds.map((id) => ({ id, customer, routedTo, at })))
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
      return write(withAgent[asked % withAgent.length] ?? '', 'agent')
    }),
    atRate(load.hanging, until, () => write(hanging, webhooks.hanging.id)),
    operate(service, webhooks.refusing, until, noteError),
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
  noteError: (what: string, response: { readonly status: number; readonly body: unknown }) => void,
): Promise<void> {
  const session = await signInToDashboard(service)
  const call = async (action: string) => {
    const began = Date.now()
    const response = await session.call('POST', `/v1/webhooks/${id}/${action}/`)
    noteError(`dashboard ${action}`, response)
    const rotated = v.safeParse(Secret, response.body)
    if (rotated.success) endpoint.secrets.add(rotated.output.secret, began, Date.now())
  }
  while (Date.now() < until) {
    await call('disable')
    await call('enable')
    await call('rotate-secret')
    await setTimeout(3000)
  }
}

function digits(n: number): string {
  return `${PREFIX}${String(n).padStart(4, '0')}`
}
