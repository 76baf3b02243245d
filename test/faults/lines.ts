import * as v from 'valibot'
import type { ExpectedDelivery, ExpectedState, World } from './flow.ts'
import type { State, StoredDelivery } from './state.ts'

/** Returns the expected final state of a flow, one line for each fact, unordered. */
export function expectedLines({
  deliveries,
  messages,
  routing,
  failures = {},
  disabled = [],
  sent = 0,
  scheduled,
  events = [],
  isTakenOver = false,
}: ExpectedState): string[] {
  const inbound = messages.filter(({ direction }) => direction === 'inbound')
  return [
    ...deliveries.map(deliveryLine),
    ...messages.map(messageLine),
    conversationLine(typeof routing === 'number' ? `webhook ${routing}` : (routing ?? 'none'), inbound.length),
    countLine(1),
    sentLine(sent),
    scheduleLine(scheduled ?? (typeof routing === 'number' || deliveries.some(isOfRoute))),
    ...Object.entries(failures).map(([to, count]) => failuresLine(Number(to), count)),
    ...disabled.map(disabledLine),
    ...events.map(eventLine),
    takeoverLine(isTakenOver),
  ]
}

function isOfRoute({ event }: ExpectedDelivery): boolean {
  return event === 'subscription.message.received'
}

/** Returns a state in the same lines. */
export function stateLines(
  { conversation, conversations, messages, events, deliveries, webhooks, failures, miscounts, scheduled }: State,
  { tenant, sentToCustomer }: World,
): string[] {
  const target = tenant.webhooks.findIndex(({ id }) => id === conversation?.webhookId)
  const routing = conversation?.routing === 'webhook' ? `webhook ${target}` : (conversation?.routing ?? 'none')
  return [
    ...deliveries.map((delivery) => deliveryLine(described(delivery))),
    ...messages.map((message) => messageLine({ ...message, text: message.transcript ?? message.text })),
    conversationLine(routing, conversation?.inboundSeq ?? 0),
    countLine(conversations),
    sentLine(sentToCustomer()),
    scheduleLine(scheduled),
    ...miscounts,
    ...failures.flatMap((count, to) => (count > 0 ? [failuresLine(to, count)] : [])),
    ...webhooks.flatMap(({ enabled }, to) => (enabled ? [] : [disabledLine(to)])),
    ...events.map(({ kind }) => eventLine(kind)),
    takeoverLine(conversation?.humanTakeoverUntil !== undefined),
  ]
}

const Payload = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ event: v.string(), message: v.nullable(v.looseObject({ body: v.optional(v.string()) })) }),
)

type Described = Omit<ExpectedDelivery, 'event' | 'status'> & { readonly event: string; readonly status?: string }

function described({ to, item, payload }: StoredDelivery): Described {
  const { event, message } = v.parse(Payload, payload)
  return {
    to,
    event,
    ...(message?.body !== undefined && { text: message.body }),
    status: item.status,
    ...(item.cause && { cause: item.cause }),
    ...(item.exhausted && { exhausted: true }),
    ...(item.originId && { replay: true }),
  }
}

function deliveryLine({ to, event, text, status = 'delivered', cause, exhausted, replay }: Described): string {
  const about = text === undefined ? [] : [`"${text}"`]
  const how = [status, ...(cause ? [cause] : []), ...(exhausted ? ['exhausted'] : []), ...(replay ? ['replay'] : [])]
  return [`delivery to webhook ${to}:`, event, ...about, ...how].join(' ')
}

function messageLine({ direction, text, status }: { direction: string; text: string; status?: string }): string {
  return [`${direction} message "${text}"`, ...(status ? [status] : [])].join(' ')
}

const conversationLine = (routing: string, inbound: number) => `conversation: routing ${routing}, ${inbound} inbound`
const countLine = (count: number) => `conversations counted: ${count}`
const sentLine = (count: number) => `sent to the customer: ${count}`
const scheduleLine = (scheduled: boolean) => `service window: ${scheduled ? 'scheduled' : 'not scheduled'}`
const failuresLine = (to: number, count: number) => `webhook ${to}: ${count} consecutive failures`
const eventLine = (kind: string) => `event: ${kind}`
const takeoverLine = (isTakenOver: boolean) => (isTakenOver ? 'taken over' : 'not taken over')
const disabledLine = (to: number) => `webhook ${to}: disabled`

/** Returns the lines that only one of two lists has, with repeats. */
export function differences(expected: readonly string[], actual: readonly string[]): string[] {
  const missing = [...expected]
  const added: string[] = []
  for (const line of actual) {
    const place = missing.indexOf(line)
    if (place >= 0) missing.splice(place, 1)
    else added.push(line)
  }
  return [...missing.map((line) => `missing: ${line}`), ...added.map((line) => `not expected: ${line}`)]
}
