import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { mockClients } from '../../../../../test/support/mocked-clients.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import { DeliveryEntity } from '../delivery-entity.ts'
import { newDelivery } from '../new-delivery.ts'
import { WebhookEntity } from '../webhooks/webhook-entity.ts'
import { continueSearch, disableAfterFailures } from './auto-disable.ts'
import { FinalOutcomeEntity } from './final-outcome-entity.ts'

const { sqs, dynamodb } = mockClients()

const NOW = 1_795_167_600_000
const ID = '7d5b1c8e-3f0a-4f7e-9b52-6d7a1f0c2e11'
const OWNER = { organizationId: 'o1', webhookId: ID }
const WEBHOOK = {
  organizationId: 'o1',
  id: ID,
  userId: 'u',
  name: 'n',
  url: 'https://e',
  secret: 's',
  enabled: true,
  events: ['message.received' as const],
  createdAt: 1,
  checkedBy: 'd',
}

/** Stores 20 failures and the given deliveries, a page of 100 each. */
function store(...pages: readonly (readonly Partial<ReturnType<typeof delivery>>[])[]): void {
  const webhook = WebhookEntity.put(WEBHOOK).params().Item
  dynamodb.on(UpdateCommand).resolves({ Attributes: webhook })
  dynamodb.on(TransactWriteCommand).resolves({})
  dynamodb.on(GetCommand).resolves({ Item: webhook })
  const outcomes = Array.from({ length: 20 }, (_, n) => {
    const at = NOW - 1000 * (20 - n)
    const failed = {
      deliveryId: derivedTimeId(at, 'failed'),
      kind: 'failed' as const,
      begunAt: at,
      finishedAt: at,
      expiresAt: 1,
    }
    return FinalOutcomeEntity.put({ webhookId: ID, ...failed }).params().Item
  }).toReversed()
  const written: Record<string, unknown>[] = []
  const newestFirst = (a: Record<string, unknown>, b: Record<string, unknown>) => idOf(b).localeCompare(idOf(a))
  dynamodb.on(PutCommand).callsFake(({ Item }) => {
    written.push(Item)
    return {}
  })
  dynamodb.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, ExclusiveStartKey: after }) => {
    if (values[':pk'] !== `d#${ID}#0`) return { Items: [...written, ...outcomes].toSorted(newestFirst) }
    const page = after ? pages.findIndex((items) => items.at(-1)?.sk === after.sk) + 1 : 0
    const last = pages[page]?.at(-1)
    const next = page + 1 < pages.length && last ? { LastEvaluatedKey: { pk: last.pk, sk: last.sk } } : {}
    return { Items: (pages[page] ?? []).filter(({ sk }) => String(sk) >= values[':sk1']), ...next }
  })
}

function delivery(at: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  const id = derivedTimeId(at, String(at))
  const { delivery: created } = newDelivery({
    deliveryDays: 30,
    ...OWNER,
    id,
    event: 'message.received',
    payload: '{}',
    at,
  })
  return DeliveryEntity.put({ ...created, ...change }).params().Item
}
const failed = (at: number) =>
  delivery(at, { status: 'failed', cause: 'client_error', attemptCount: 1, finishedAt: at })
const idOf = ({ sk }: Record<string, unknown>) => String(sk)

async function searched(searches: number, from = '0', clock = () => NOW): Promise<unknown[]> {
  const search = { from, since: NOW, searches }
  await continueSearch({ webhook: WEBHOOK, reference: { ...OWNER, deliveryId: 'd' }, search }, { clock })
  return sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => ({
    ...JSON.parse(input.MessageBody ?? '').search,
    delay: input.DelaySeconds,
  }))
}
const isDisabled = () =>
  dynamodb
    .commandCalls(TransactWriteCommand)
    .some(({ args }) => JSON.stringify(args[0].input).includes('"consecutive_failures"'))

test('a search continues at the first delivery that is still being attempted', async () => {
  const attempted = delivery(NOW - 5000)
  store([failed(NOW - 9000), attempted, failed(NOW - 1000)])
  expect(await searched(1)).toEqual([{ from: idOf(attempted), since: NOW, searches: 2, delay: 1 }])
  expect(isDisabled()).toBe(false)
})

test('a search without such a delivery continues at the newest one, and the second disables the webhook', async () => {
  const newest = failed(NOW - 1000)
  store([failed(NOW - 9000), newest])
  expect(await searched(1)).toEqual([{ from: idOf(newest), since: NOW, searches: 2, delay: 1 }])
  sqs.resetHistory()
  expect(await searched(2, idOf(newest))).toEqual([])
  expect(isDisabled()).toBe(true)
})

test('a search ends after ten seconds and continues in another message', async () => {
  const pages = [[failed(NOW - 9000)], [failed(NOW - 8000)], [failed(NOW - 7000)]]
  store(...pages)
  let now = NOW
  const clock = () => {
    now += 6000
    return now
  }
  expect(await searched(2, '0', clock)).toEqual([
    { from: idOf(pages[1]?.[0] ?? {}), since: NOW, searches: 2, delay: 0 },
  ])
  expect(isDisabled()).toBe(false)
})

test('a success between the failures keeps the webhook enabled', async () => {
  store([delivery(NOW - 5000, { status: 'delivered', attemptCount: 1, finishedAt: NOW - 4000 })])
  expect(await searched(2)).toEqual([])
  expect(isDisabled()).toBe(false)
})

test('a webhook is disabled together with its entry in the audit log', async () => {
  store([failed(NOW - 1000)])
  const disabled = WebhookEntity.put({ ...WEBHOOK, enabled: false, disabledAt: NOW }).params().Item
  dynamodb.on(GetCommand).resolves({ Item: disabled })
  const notify = vi.fn(async () => {})
  const search = { from: '0', since: NOW, searches: 2 }
  await continueSearch(
    { webhook: WEBHOOK, reference: { ...OWNER, deliveryId: 'd' }, search },
    { clock: () => NOW, notify },
  )
  expect(notify).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ enabled: false, disabledAt: NOW }))
  const [call] = dynamodb.commandCalls(TransactWriteCommand)
  expect(call?.args[0].input.TransactItems?.map(({ Put }) => Put?.Item)).toEqual([
    undefined,
    expect.objectContaining({ action: 'disable_automatically', objectId: ID, objectName: 'n', outcome: 'done' }),
  ])
})

test('a webhook that was enabled in the meantime stays enabled', async () => {
  store([failed(NOW - 1000)])
  const reasons = [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }]
  const cancelled = { message: 'refused', $metadata: {}, CancellationReasons: reasons }
  dynamodb.on(TransactWriteCommand).rejects(new TransactionCanceledException(cancelled))
  const notify = vi.fn(async () => {})
  const search = { from: '0', since: NOW, searches: 2 }
  await continueSearch(
    { webhook: WEBHOOK, reference: { ...OWNER, deliveryId: 'd' }, search },
    { clock: () => NOW, notify },
  )
  expect(notify).not.toHaveBeenCalled()
})

test.each([
  ['sends the message of a search, and leaves the lock to it', {}, 1],
  ['sends it if the lock of an interrupted search has expired', { checkedBy: 'e 1', checkUntil: NOW }, 1],
  ['sends none during a search', { checkedBy: 'e 1', checkUntil: NOW + 1 }, 0],
  ['sends none for a disabled webhook', { enabled: false }, 0],
])('the failure that completes a run %s', async (_, change, messages) => {
  store([failed(NOW - 1000)])
  dynamodb.on(GetCommand).resolves({ Item: WebhookEntity.put({ ...WEBHOOK, ...change }).params().Item })
  await disableAfterFailures(WEBHOOK, { ...OWNER, deliveryId: 'd' }, { clock: () => NOW })
  expect(sqs.commandCalls(SendMessageCommand)).toHaveLength(messages)
  expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(0)
})
