import type { EventName } from '@replywright/contract/envelope.ts'
import { Webhook } from '@replywright/contract/webhooks.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { type ApiResponse, callApi, idOf } from '../../support/service.ts'
import { windowWorld } from '../window-world.ts'
import { type Bills, combine, each, type Meter, NO_USAGE } from './meter.ts'
import type { Bill } from './prices.ts'

/** A billed flow, run at least `count` times. */
export interface Flow {
  readonly title: string
  /** Returns the usage of one run, by function. */
  readonly measure: (meter: Meter, service: Service, count: number) => Promise<Bills>
}

type Content = Omit<Parameters<Service['provider']['sendAsCustomer']>[0], 'from'>
/** Not the question that the demo's agent answers with a tool. */
const TEXT: Content = { text: 'Are you open today?' }

/** The number of customers who write in turn. Each kind of flow has its own customers. */
const CUSTOMERS = 10
const AT_LOAD = 20

const customer = (prefix: string, n: number, round = 0) =>
  `4477009${prefix}${String(round * CUSTOMERS + (n % CUSTOMERS)).padStart(3, '0')}`
/** Customers of an earlier measurement have a longer history, which costs more to read. */
let answeredRounds = 0
let firstRounds = 0

/** The demo's second webhook has no subscriptions, so each message goes to one webhook. */
export const FLOWS = {
  inbound: {
    title: 'a customer message to one webhook, one after the other',
    async measure(meter, service, count) {
      await stopAnswering(service)
      for (let n = 0; n < CUSTOMERS; n++) await write(service, customer('0', n))
      const run = async () => {
        await inTurn(count, (n) => write(service, customer('0', n)))
        await meter.waitForWrite(service, 'Counter')
      }
      return each(await meter.measure(service, run), count)
    },
  },
  first: {
    title: 'the additional cost of the first message of a new customer',
    async measure(meter, service, count) {
      await stopAnswering(service)
      await write(service, customer('0', 0))
      const run = (from: (n: number) => string) =>
        meter.measure(service, () => inTurn(count, (n) => write(service, from(n))))
      const round = firstRounds++
      const [first, usual] = [
        await run((n) => `44770095${round}${String(n).padStart(4, '0')}`),
        await run(() => customer('0', 0)),
      ]
      return each(new Map([...first].map(([name, bill]) => [name, subtract(bill, usual.get(name))])), count)
    },
  },
  load: {
    title: `the same, ${AT_LOAD} concurrent customers`,
    async measure(meter, service, count) {
      await stopAnswering(service)
      const one = (n: number) => `4477009100${String(n % AT_LOAD).padStart(2, '0')}`
      const wave = () => Promise.all(Array.from({ length: AT_LOAD }, (_, n) => write(service, one(n))))
      await wave()
      const waves = Math.ceil(count / AT_LOAD)
      const bills = await meter.measure(service, () => inTurn(waves, async () => void (await wave())))
      return each(bills, waves * AT_LOAD)
    },
  },
  retry: {
    title: 'the additional cost of a second attempt',
    async measure(meter, service, count) {
      await stopAnswering(service)
      const { pathname } = new URL(service.ready.webhook.url)
      await write(service, customer('0', 0))
      const run = (status: number[]) =>
        meter.measure(service, () =>
          inTurn(count, async (n) => {
            service.receiver.behave(pathname, { status })
            await write(service, customer('0', n), status.length)
          }),
        )
      const [failed, usual] = [await run([500, 200]), await run([200])]
      return each(new Map([...failed].map(([name, bill]) => [name, subtract(bill, usual.get(name))])), count)
    },
  },
  answered: {
    title: 'a message to one webhook, with an agent’s reply',
    async measure(meter, service, count) {
      await startAnswering(service)
      const round = answeredRounds++
      const askAs = (n: number) => ask(service, customer('2', n, round))
      for (let n = 0; n < CUSTOMERS; n++) await askAs(n)
      return each(await meter.measure(service, () => inTurn(count, askAs)), count)
    },
  },
  human: {
    title: 'the additional cost of an agent that asks for a person',
    measure: (meter, service, count) =>
      additional(meter, service, count, '4', { text: '/call ask_for_human {"reason":"A refund","summary":"Broken."}' }),
  },
  voice: {
    title: 'the additional cost of a voice message that an agent hears',
    measure: (meter, service, count) => additional(meter, service, count, '6', { audio: {} }),
  },
  outbound: {
    title: 'the additional cost of the events `message.sent` and `message.status.delivered` of a message to a customer',
    async measure(meter, service, wanted) {
      // The rate limit of the key ends at 100 requests.
      const count = Math.min(wanted, AT_LOAD)
      await stopAnswering(service)
      const path = `/webhooks/${service.ready.webhook.id}/`
      const { events } = v.parse(Webhook, (await call(service, 'GET', path)).body)
      const chats = await Promise.all(
        Array.from({ length: CUSTOMERS }, async (_, n) => {
          await write(service, customer('7', n))
          return idOf(await call(service, 'POST', '/conversations/', { toNumber: customer('7', n) }))
        }),
      )
      const run = (selected: readonly EventName[]) =>
        meter.measure(service, () =>
          inTurn(count, async (n) => {
            const message = { type: 'text', text: { body: 'On its way.' } }
            await call(service, 'POST', `/conversations/${chats[n % CUSTOMERS]}/messages/`, message)
            for (const event of selected) await service.receiver.next((received) => received.event === event, 30_000)
          }),
        )
      const usual = await run([])
      const selected = ['message.sent', 'message.status.delivered'] as const
      await call(service, 'PATCH', path, { events: [...events, ...selected] })
      const reported = await run(selected)
      await call(service, 'PATCH', path, { events })
      return each(new Map([...reported].map(([name, bill]) => [name, subtract(bill, usual.get(name))])), count)
    },
  },
  window: {
    title: 'the additional cost of a service window, with the events `expiring` and `closed`',
    async measure(meter, service, wanted) {
      // The rate limit of the key ends at 100 requests.
      const count = Math.min(wanted, AT_LOAD)
      await stopAnswering(service)
      const { age, connectEarlier, sendCheck, whenIdle, whenState } = windowWorld(() => service)
      await connectEarlier()
      const chats = await Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const from = `4477009300${String(n).padStart(2, '0')}`
          const id = idOf(await call(service, 'POST', '/conversations/', { toNumber: from }))
          await call(service, 'POST', `/conversations/${id}/subscribe/`, { webhookId: service.ready.webhook.id })
          return { from, id }
        }),
      )
      const inEach = (run: (chat: { readonly from: string; readonly id: string }) => Promise<void>) => () =>
        chats.reduce((before, chat) => before.then(() => run(chat)), Promise.resolve())
      // A message goes to the webhook twice: as its subscription, and as the conversation's route.
      const writeTwice = ({ from }: { readonly from: string }) => write(service, from, 2)
      const open = inEach(async (chat) => {
        await writeTwice(chat)
        await whenState(chat.id, ({ armed }) => armed !== undefined)
      })
      const pass = async (id: string, hours: number) => {
        await age(id, hours * 3600 + 1)
        await sendCheck(id)
        await service.receiver.next(
          ({ event, body }) => event?.includes('window') === true && body.includes(id),
          30_000,
        )
        await whenIdle()
      }
      const end = inEach(async ({ id }) => {
        await pass(id, 23)
        await pass(id, 1)
      })
      // The first message of a customer costs the ingress another read.
      await open()
      await end()
      const opened = await meter.measure(service, open)
      const usual = await meter.measure(service, inEach(writeTwice))
      const ended = await meter.measure(service, end)
      const bills = [...new Set([...opened.keys(), ...ended.keys()])].map((name) => {
        // How many batches the two deliveries of a message are in differs by chance.
        const opening = name === 'Deliver' ? undefined : subtract(opened.get(name) ?? NO_USAGE, usual.get(name))
        return [name, combine([opening ?? NO_USAGE, ended.get(name) ?? NO_USAGE], ([a = 0, b = 0]) => a + b)] as const
      })
      return each(new Map(bills), count)
    },
  },
  read: {
    title: 'an API read of one conversation',
    async measure(meter, service, wanted) {
      // The rate limit of the key ends at 100 requests.
      const count = Math.min(wanted, AT_LOAD)
      await stopAnswering(service)
      await write(service, customer('0', 0))
      const id = idOf(await call(service, 'POST', '/conversations/', { toNumber: customer('0', 0) }))
      const read = () => call(service, 'GET', `/conversations/${id}/`)
      await read()
      return each(await meter.measure(service, () => inTurn(count, async () => void (await read())), count), count)
    },
  },
} as const satisfies Readonly<Record<string, Flow>>

/** Returns what the answer to the first message of a customer costs more than that to a text. */
async function additional(
  meter: Meter,
  service: Service,
  count: number,
  prefix: string,
  content: Content,
): Promise<Bills> {
  await startAnswering(service)
  const round = answeredRounds++
  const run = (digit: number, sent: Content) =>
    meter.measure(service, () =>
      inTurn(count, (n) => ask(service, `4477${prefix}${digit}${round}0${String(n).padStart(4, '0')}`, sent)),
    )
  const [usual, more] = [await run(0, TEXT), await run(1, content)]
  return each(new Map([...more].map(([name, bill]) => [name, subtract(bill, usual.get(name))])), count)
}

async function ask(service: Service, from: string, content: Content = TEXT): Promise<void> {
  const reply = service.provider.nextSent(({ customer: to }) => to === from, 30_000)
  await write(service, from, 1, content)
  await reply
}

function subtract(bill: Bill, other: Bill | undefined): Bill {
  return other ? combine([bill, other], ([value = 0, minus = 0]) => value - minus) : bill
}

async function inTurn(count: number, once: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < count; n++) await once(n)
}

/** Resolves when the webhook has received the message `attempts` times. */
async function write(
  { provider, receiver }: Service,
  from: string,
  attempts = 1,
  content: Content = TEXT,
): Promise<void> {
  const { status } = await provider.sendAsCustomer({ from, ...content })
  if (status !== 200) throw new Error(`the ingress returned ${status}`)
  for (let n = 0; n < attempts; n++) await receiver.next(undefined, 30_000)
}

/** Connects the demo's agent to the demo's number and all its conversations. */
async function startAnswering(service: Service): Promise<void> {
  const { agent, numbers } = service.ready
  const path = `/phone-numbers/${numbers[0]?.number}/connect-agent/`
  await call(service, 'POST', path, { agentId: agent.id, applyToExisting: true })
}

async function stopAnswering(service: Service): Promise<void> {
  const path = `/phone-numbers/${service.ready.numbers[0]?.number}/unsubscribe/`
  await call(service, 'POST', path, { applyToExisting: true })
}

async function call({ ready }: Service, method: string, path: string, body?: unknown): Promise<ApiResponse> {
  const response = await callApi(ready.baseUrl, ready.apiKey, method, path, body)
  if (response.status >= 300)
    throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(response.body)}`)
  return response
}
