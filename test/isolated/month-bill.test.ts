import { marshall } from '@aws-sdk/util-dynamodb'
import { findReachedLimit } from '@replywright/core/agents/usage/monthly-limit.ts'
import { viewUsage } from '@replywright/core/agents/usage/usage.ts'
import { NumberEntity } from '@replywright/core/channel/numbers/number-entity.ts'
import { readWebhook } from '@replywright/core/channel/provider/read-webhook.ts'
import { rememberErased } from '@replywright/core/conversations/customers/seen-message.ts'
import { applyStatus } from '@replywright/core/conversations/messages/apply-status.ts'
import { countCharges } from '@replywright/core/conversations/messages/count-charges.ts'
import { MessageEntity } from '@replywright/core/conversations/messages/message-entity.ts'
import { callbackData } from '@replywright/core/conversations/messages/message-ids.ts'
import { derivedTimeId } from '@replywright/core/platform/clock.ts'
import { statusesEnvelope } from '@replywright/simulators/provider/webhook-envelopes.ts'
import * as v from 'valibot'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { memoryTable } from '../support/memory-table.ts'

const ORGANIZATION = 'o'
const AGENT = '0b1f0c2e-0000-4000-8000-00000000000a'
const NOVEMBER = Date.parse('2026-11-01T00:00:00Z')
const DECEMBER = Date.parse('2026-12-01T00:00:00Z')
const NUMBERS = ['101', '102'].map((phoneNumberId) => ({
  phoneNumberId,
  wabaId: 'w',
  displayPhoneNumber: '+44 7700 900100',
  verifiedName: 'Shop',
}))
/** The customers of a month, with the country's rates in micro-dollars. */
const CUSTOMERS = [
  { recipientId: '5511999990000', service: 3400, utility: 6800 },
  { recipientId: '4915550000116', service: 55_000, utility: 55_001 },
  // Hides the number.
  { recipientUserId: 'BR.1349', service: 3400, utility: 6800 },
  // No rate is known.
  { recipientId: '81312345678', service: undefined, utility: undefined },
] as const
const FREE = 40

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(async () => {
  table.clear()
  vi.stubEnv(
    'RATE_CARD',
    JSON.stringify({
      rates: [
        { country: 'BR', category: 'utility', from: '2026-07-01', usd: 0.0068 },
        { country: 'DE', category: 'utility', from: '2026-07-01', usd: 0.055001 },
        { country: 'DE', category: 'service', from: '2026-10-01', usd: 0.055 },
      ],
      free: [{ category: 'service', from: '2026-10-01', messages: FREE }],
    }),
  )
  for (const { phoneNumberId } of NUMBERS)
    await NumberEntity.put({
      phoneNumberId,
      organizationId: ORGANIZATION,
      id: phoneNumberId,
      number: '447700900100',
      sandbox: false,
      connectedAt: 0,
    }).go()
})

interface Sent {
  readonly n: number
  readonly at: number
  /** Whose price arrives with which statuses, in which order. */
  readonly statuses: readonly {
    readonly status: 'sent' | 'delivered' | 'read' | 'failed'
    readonly isPriced: boolean
  }[]
}

const conversationOf = (n: number) => derivedTimeId(NOVEMBER, 'conversation', String(n % 7))
const idOf = ({ n, at }: Pick<Sent, 'n' | 'at'>) => derivedTimeId(at, 'message', String(n))
const numberOf = (n: number) => NUMBERS[n % 2] ?? NUMBERS[0]
const customerOf = (n: number) => CUSTOMERS[n % CUSTOMERS.length] ?? CUSTOMERS[0]
const categoryOf = (n: number) => (n % 5 === 0 ? 'utility' : 'service')
const isAgents = (n: number) => n % 3 !== 0

async function send(sent: Sent): Promise<void> {
  const { n, at } = sent
  await MessageEntity.create({
    organizationId: ORGANIZATION,
    conversationId: conversationOf(n),
    id: idOf(sent),
    direction: 'outbound',
    role: isAgents(n) ? 'assistant' : 'human',
    agentId: isAgents(n) ? AGENT : undefined,
    waId: `wamid.${n}`,
    type: 'text',
    text: 'Hello',
    sentAt: at,
    takenAt: at,
    // Half of them report their events to a webhook, which another write does.
    reportTo: n % 4 < 2 ? ['no-longer-subscribed'] : undefined,
    expiresAt: Math.floor(at / 1000) + 31_536_000,
  }).go()
}

async function report(sent: Sent, { status, isPriced }: Sent['statuses'][number], now: number): Promise<void> {
  const { n } = sent
  const { service: _, utility: __, ...recipient } = customerOf(n)
  const number = numberOf(n)
  if (!number) throw new Error('no number')
  const envelope = statusesEnvelope(number, [
    {
      id: `wamid.${n}`,
      status,
      timestamp: Math.floor(now / 1000),
      ...recipient,
      callbackData: callbackData({ conversationId: conversationOf(n), messageId: idOf(sent) }),
      ...(isPriced && { pricingCategory: categoryOf(n) }),
      ...(status === 'failed' && { error: { code: 131026, title: 'Undeliverable', details: '' } }),
    },
  ])
  for (const event of readWebhook(JSON.parse(JSON.stringify(envelope))))
    if (event.kind === 'status') await applyStatus(event.phoneNumberId, event.status, now)
}

/** Sends all stored messages to the counter, as a stream does that repeats itself. */
async function countAll(now: number): Promise<void> {
  const Records = table.all().map((item) => ({
    eventName: 'MODIFY' as const,
    dynamodb: { NewImage: JSON.parse(JSON.stringify(marshall(item, { removeUndefinedValues: true }))) },
  }))
  await countCharges({ Records }, () => now)
}

const ORDERS: readonly Sent['statuses'][] = [
  [
    { status: 'sent', isPriced: true },
    { status: 'delivered', isPriced: true },
    { status: 'read', isPriced: true },
  ],
  // The price comes with one of them only.
  [
    { status: 'sent', isPriced: true },
    { status: 'delivered', isPriced: false },
  ],
  [
    { status: 'delivered', isPriced: false },
    { status: 'read', isPriced: true },
  ],
  // Out of order, and twice.
  [
    { status: 'read', isPriced: false },
    { status: 'delivered', isPriced: true },
    { status: 'delivered', isPriced: true },
    { status: 'sent', isPriced: true },
  ],
  // Never delivered.
  [{ status: 'sent', isPriced: true }],
  [
    { status: 'sent', isPriced: true },
    { status: 'failed', isPriced: false },
  ],
]

test('a month of statuses equals the bill to the micro-dollar, whatever their order, repeats and delays', async () => {
  const month: Sent[] = Array.from({ length: 420 }, (_, n) => ({
    n,
    at: NOVEMBER + n * 6_000_000,
    statuses: ORDERS[n % ORDERS.length] ?? [],
  }))
  for (const sent of month) {
    await send(sent)
    // Some statuses arrive in the month after.
    const now = sent.n % 10 === 0 ? DECEMBER + sent.n : sent.at + 1000
    for (const status of sent.statuses) await report(sent, status, now)
    if (sent.n % 50 === 0) await countAll(now)
  }
  await countAll(DECEMBER)
  await countAll(DECEMBER)

  const delivered = month.filter(({ statuses }) =>
    statuses.some(({ status }) => status === 'delivered' || status === 'read'),
  )
  const usage = await viewUsage(ORGANIZATION, '2026-11')
  const shown = usage.numbers.map(({ phoneNumberId }) => phoneNumberId).toSorted()
  expect(shown).toEqual(['101', '102'])
  let [total, unpriced] = [0, 0]
  for (const { phoneNumberId } of NUMBERS) {
    const own = delivered.filter(({ n }) => numberOf(n)?.phoneNumberId === phoneNumberId)
    const { data } = await MessageEntity.query
      .byId({ organizationId: ORGANIZATION, conversationId: conversationOf(0) })
      .go()
    expect(data.length).toBeGreaterThan(0)
    // Which messages are the free ones is the bill's choice: it is what the messages say.
    const items = await Promise.all(
      own.map(async (sent) => {
        const key = { organizationId: ORGANIZATION, conversationId: conversationOf(sent.n), id: idOf(sent) }
        return { n: sent.n, item: (await MessageEntity.get(key).go()).data }
      }),
    )
    const free = items.filter(({ n, item }) => categoryOf(n) === 'service' && item?.microUsd === 0)
    expect(free).toHaveLength(FREE)
    for (const { n, item } of items) {
      expect(item?.billedAt).toBeDefined()
      if (!free.some((one) => one.n === n)) expect(item?.microUsd).toBe(customerOf(n)[categoryOf(n)])
    }
    const sum = items.reduce((all, { item }) => all + (item?.microUsd ?? 0), 0)
    const unknown = items.filter(({ item }) => item?.microUsd === undefined).length
    const number = usage.numbers.find((one) => one.phoneNumberId === phoneNumberId)
    expect(number).toMatchObject({
      messages: own.length,
      unpricedMessages: unknown,
      usd: { provider: (sum / 1e6).toFixed(6) },
    })
    expect(number?.freeMessagesUsed).toEqual({ service: own.filter(({ n }) => categoryOf(n) === 'service').length })
    total += sum
    unpriced += unknown
  }
  expect(unpriced).toBeGreaterThan(0)
  expect(usage).toMatchObject({ unpricedMessages: unpriced, usd: { provider: (total / 1e6).toFixed(6) } })
  const agent = usage.agents.find(({ agentId }) => agentId === AGENT)
  expect(agent?.messages).toBe(delivered.filter(({ n }) => isAgents(n)).length)
  // Nothing is in the month in which prices arrived.
  expect(await viewUsage(ORGANIZATION, '2026-12')).toMatchObject({ numbers: [], usd: { provider: '0.000000' } })
})

test('a month without a known price is unknown, not zero', async () => {
  const sent: Sent = { n: 3, at: NOVEMBER, statuses: [{ status: 'delivered', isPriced: true }] }
  vi.stubEnv('RATE_CARD', JSON.stringify({ free: [] }))
  await send(sent)
  for (const status of sent.statuses) await report(sent, status, NOVEMBER)
  await countAll(NOVEMBER)
  expect(await viewUsage(ORGANIZATION, '2026-11')).toMatchObject({ unpricedMessages: 1, usd: { provider: null } })
})

test('a message that was erased before its price arrived is in the bill, once; one that never existed is not', async () => {
  const erased = { n: 1, at: NOVEMBER + 1000, statuses: [] }
  const invented = { n: 3, at: NOVEMBER + 2000, statuses: [] }
  await rememberErased({ organizationId: ORGANIZATION, id: idOf(erased), sentAt: erased.at }, NOVEMBER + 5000)
  for (const sent of [erased, invented]) {
    await report(sent, { status: 'sent', isPriced: true }, NOVEMBER + 6000)
    await report(sent, { status: 'delivered', isPriced: true }, NOVEMBER + 7000)
    await report(sent, { status: 'read', isPriced: true }, NOVEMBER + 8000)
    await countAll(NOVEMBER + 9000)
  }
  await countAll(NOVEMBER + 9000)
  const { numbers } = await viewUsage(ORGANIZATION, '2026-11')
  expect(numbers.map(({ messages }) => messages)).toEqual([1])
  const stub = table.all().filter((item) => item._e === 'message')
  expect(stub).toMatchObject([{ t: 'erased', b: '', wa: '' }])
})

test('what the provider charges reaches a monthly limit', async () => {
  const head = { organizationId: ORGANIZATION, id: AGENT, name: 'Ada' }
  const limited = (monthlyLimitUsd: number) =>
    v.parse(
      v.custom<Parameters<typeof findReachedLimit>[0]>(() => true),
      { head, settings: { monthlyLimitUsd } },
    )
  const delivered = { statuses: [], at: NOVEMBER }
  // Utility messages to Brazil.
  const sent = [40, 80, 100, 140].map((n) => ({ ...delivered, n, at: NOVEMBER + n }))
  for (const each of sent) {
    await send(each)
    await report(each, { status: 'delivered', isPriced: true }, NOVEMBER + 1000)
  }
  await countAll(NOVEMBER + 2000)
  const { agents } = await viewUsage(ORGANIZATION, '2026-11')
  const provider = agents.reduce((sum, { usd }) => sum + Number(usd.provider ?? 0), 0)
  expect(provider).toBeGreaterThan(0.01)
  // The bills are read once a minute.
  expect(await findReachedLimit(limited(provider + 0.001), NOVEMBER + 10_000)).toBeUndefined()
  expect(await findReachedLimit(limited(provider), NOVEMBER + 100_000)).toContain('monthly limit')
})
