import { AsyncLocalStorage } from 'node:async_hooks'
import { NumberEntity, NumberOwnershipEntity } from '@replywright/core/channel/numbers/number-entity.ts'
import { handleEcho } from '@replywright/core/conversations/messages/handle-echo.ts'
import { handleInbound } from '@replywright/core/conversations/messages/handle-inbound.ts'
import { MessageEntity } from '@replywright/core/conversations/messages/message-entity.ts'
import { deliveriesOf } from '@replywright/core/conversations/messages/message-ids.ts'
import { WebhookEntity } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { eraseStep } from '@replywright/core/operations/customers/erase-customer.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { memoryTable } from '../support/memory-table.ts'

// The functions of this test never end by themselves, so only conditions make the erasure complete.
vi.stubEnv('ERASURE_PAUSE_SECONDS', '0')

const NOW = 1_795_167_600_000
/** When a message arrives while the customer is erased. */
const LATER = NOW + 60_000
const CUSTOMER = '447700900200'
const number = {
  organizationId: 'o',
  id: 'n',
  phoneNumberId: '1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
  defaultWebhookId: 'w',
  defaultRouting: 'webhook' as const,
}

/** What the calls of a task do before each one: wait, or nothing. */
let pauseOf: (task: string) => Promise<void> = async () => {}
const tasks = new AsyncLocalStorage<string>()
const table = memoryTable(async () => await pauseOf(tasks.getStore() ?? ''))
afterAll(() => table.restore())

function message(waId: string, fromCustomer = true) {
  return {
    phoneNumberId: number.phoneNumberId,
    waId,
    sentAt: NOW - 5000 + Number(waId) * 1000,
    contactNumber: CUSTOMER,
    contactUserId: undefined,
    contactName: 'Alex',
    type: 'text',
    text: `text ${waId}`,
    media: [],
    quickReplyId: undefined,
    referral: undefined,
    detail: undefined,
    fromCustomer,
    opensWindow: true,
  }
}

const ARRIVALS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a message': () => handleInbound(message('2'), LATER),
  'a repeated message': () => handleInbound(message('1'), LATER),
  'a reaction': () => handleInbound({ ...message('2'), type: 'reaction', opensWindow: false }, LATER),
  'an echo': () => handleEcho(message('2', false), 'owner', LATER),
}

async function erase(): Promise<void> {
  let cursor: string | undefined
  do {
    const { next } = await eraseStep(number.organizationId, CUSTOMER, cursor, LATER)
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

async function begin(): Promise<void> {
  pauseOf = async () => {}
  table.clear()
  await NumberEntity.put(number).go()
  await NumberOwnershipEntity.put(number).go()
  await WebhookEntity.put({
    ...{ organizationId: 'o', id: 'w', userId: 'u', name: 'W', url: 'https://hooks.example.com/', secret: 's' },
    ...{ enabled: true, createdAt: 0, events: ['message.received'] },
  }).go()
  await handleInbound(message('1'), NOW)
}

/** Runs `first` until its call number `calls`, then `second` to its end, then the rest. Returns whether there is such a call. */
async function interrupt(
  first: () => Promise<unknown>,
  calls: number,
  second: () => Promise<unknown>,
): Promise<boolean> {
  const reached = Promise.withResolvers<boolean>()
  const resumed = Promise.withResolvers<void>()
  let count = 0
  pauseOf = async (task) => {
    if (task !== 'first') return
    count += 1
    if (count === calls) reached.resolve(true)
    if (count >= calls) await resumed.promise
  }
  const running = tasks.run('first', first)
  const isReached = await Promise.race([reached.promise, running.then(() => false)])
  if (isReached) await tasks.run('second', second)
  resumed.resolve()
  await running
  return isReached
}

function storedMessages() {
  return table.all().flatMap((item) => (item._e === 'message' ? (MessageEntity.parse({ Item: item }).data ?? []) : []))
}

/** Returns what no erasure would find again: messages and deliveries without their conversation or message. */
function leftovers(): string[] {
  const items = table.all()
  const places = new Set(items.filter(({ _e }) => _e === 'conversation').map(({ id }) => String(id)))
  const messages = storedMessages()
  const known = new Set(messages.flatMap((message) => deliveriesOf(message).map(({ id }) => id)))
  return [
    ...messages.flatMap(({ conversationId, text }) => (places.has(conversationId) ? [] : [`message: ${text}`])),
    ...items.flatMap(({ _e, pk, sk }) => {
      const [, , apart] = String(pk).split('#')
      const delivery = _e === 'delivery' ? sk : _e === 'deliveryPayload' ? apart : undefined
      return delivery === undefined || known.has(String(delivery)) ? [] : [`${_e} ${delivery}`]
    }),
  ]
}

/** Returns how often the message that arrives is stored; `erased` if it is not, and a repeat is ignored. */
function arrived(): number | 'erased' {
  const stored = storedMessages().filter(({ waId }) => waId === '2').length
  return stored === 0 && table.all().some(({ _e }) => _e === 'erasedMessage') ? 'erased' : stored
}

test('the world of this test has a message with its delivery', async () => {
  await begin()
  const kinds = table.all().map(({ _e }) => _e)
  expect(kinds.filter((kind) => kind === 'message' || kind === 'delivery')).toHaveLength(2)
  expect(leftovers()).toEqual([])
})

test.each(Object.entries(ARRIVALS))('an erasure at any moment of %s leaves nothing behind', async (name, arrive) => {
  const wrong: string[] = []
  let isReached = true
  for (let call = 1; isReached; call++) {
    await begin()
    isReached = await interrupt(arrive, call, erase)
    wrong.push(...leftovers().map((each) => `call ${call}: ${each}`))
    if (name !== 'a repeated message' && ![1, 'erased'].includes(arrived())) wrong.push(`call ${call}: ${arrived()}`)
  }
  expect(wrong).toEqual([])
})

test.each(Object.entries(ARRIVALS))(
  '%s at any moment of an erasure is erased, or belongs to a new conversation',
  async (name, arrive) => {
    const wrong: string[] = []
    let isReached = true
    for (let call = 1; isReached; call++) {
      await begin()
      isReached = await interrupt(erase, call, arrive)
      wrong.push(...leftovers().map((each) => `call ${call}: ${each}`))
      if (name !== 'a repeated message' && ![1, 'erased'].includes(arrived())) wrong.push(`call ${call}: ${arrived()}`)
    }
    expect(wrong).toEqual([])
  },
)
