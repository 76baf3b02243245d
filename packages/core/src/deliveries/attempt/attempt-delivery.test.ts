import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Receipt } from '../../platform/queues/consume.ts'
import type { DeliveryQueue } from '../webhooks/slow-endpoints.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'

vi.stubEnv('LOG_LEVEL', 'info')
const { attemptDelivery } = await import('./attempt-delivery.ts')
const { DeliveryEntity } = await import('../delivery-entity.ts')
const { newDelivery } = await import('../new-delivery.ts')

const AT = 1_795_167_600_000
const reference = { organizationId: 'o1', webhookId: 'w1', deliveryId: 'd1' }
const { delivery } = newDelivery({
  deliveryDays: 30,
  ...reference,
  id: 'd1',
  event: 'message.received',
  payload: '{}',
  at: AT,
})
const dynamodb = mockClient(DynamoDBDocumentClient)
const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
beforeEach(() => {
  dynamodb.reset()
  written.mockClear()
})
afterAll(() => {
  dynamodb.restore()
  written.mockRestore()
  vi.unstubAllEnvs()
})

describe('a delivery to a disabled webhook', () => {
  const request = {
    reference,
    message: { id: 'm1', receiveCount: 1, relayedAt: AT, sentAt: AT },
    queue: 'deliveries' as const,
    readWebhook: async () => null,
  }
  const time = { clock: () => AT }
  const attempt = async () => {
    dynamodb.on(GetCommand).resolves({ Item: DeliveryEntity.put(delivery).params().Item })
    expect(await attemptDelivery(request, time)).toEqual({ kind: 'delete' })
    return written.mock.calls.map(([text]) => JSON.parse(String(text)))
  }

  test('counts as a failure', async () => {
    dynamodb.on(UpdateCommand).resolves({})
    expect(await attempt()).toMatchObject([{ event: 'delivery.not_attempted', DeliveryFailures: 1 }])
  })

  test('does not count as a failure if another worker attempted it in the meantime', async () => {
    dynamodb.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: 'refused', $metadata: {} }))
    expect(await attempt()).toEqual([])
  })
})

test('a mail that is left to a webhook is sent after the attempt', async () => {
  const done: string[] = []
  dynamodb.on(GetCommand).resolves({ Item: DeliveryEntity.put(delivery).params().Item })
  dynamodb.on(UpdateCommand).callsFake(() => {
    done.push('recorded')
    return {}
  })
  const webhook: WebhookItem = {
    organizationId: 'o1',
    id: 'w1',
    userId: 'u1',
    name: 'followed',
    url: '',
    secret: '',
    enabled: true,
    noticeKind: 'failing',
    events: ['message.received'],
    createdAt: AT,
  }
  const fate = await attemptDelivery(
    {
      reference,
      message: { id: 'm1', receiveCount: 1, relayedAt: AT, sentAt: AT },
      queue: 'deliveries',
      readWebhook: async () => webhook,
    },
    { clock: () => AT, notify: async () => void done.push('mailed') },
  )
  expect(fate).toEqual({ kind: 'delete' })
  expect(done).toEqual(['recorded', 'mailed'])
})

describe('a message that reconciliation sent', () => {
  const receive = async (receiveCount: number) =>
    await attemptDelivery(
      {
        reference,
        message: { id: 'copy', receiveCount, relayedAt: AT, sentAt: AT, isRepeat: true },
        queue: 'deliveries',
        readWebhook: async () => null,
      },
      { clock: () => AT },
    )

  test('takes the lease of a first attempt, and waits for an attempt that may be running without one', async () => {
    dynamodb.on(UpdateCommand).resolves({ Attributes: DeliveryEntity.put(delivery).params().Item })
    expect(await receive(1)).toEqual({ kind: 'keep', visibilitySeconds: 30 })
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(1)
    // The attempt of the second receive: the webhook does not exist.
    expect(await receive(2)).toEqual({ kind: 'delete' })
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(3)
  })
})

describe('a message in the queue of others to an endpoint that was marked as slow', () => {
  const webhook: WebhookItem = {
    organizationId: 'o1',
    id: 'w1',
    userId: 'u1',
    name: 'slow',
    url: 'https://example.com',
    secret: '',
    enabled: false,
    slowUntil: AT + 1,
    events: ['message.received'],
    createdAt: AT,
  }
  const sqs = mockClient(SQSClient)
  afterAll(() => sqs.restore())
  vi.stubEnv('SLOW_DELIVERIES_QUEUE_URL', 'https://sqs/slow')
  const receive = async (message: Partial<Receipt> = {}, queue: DeliveryQueue = 'deliveries', isMoved = true) => {
    dynamodb.on(GetCommand).resolves({ Item: DeliveryEntity.put(delivery).params().Item })
    dynamodb.on(UpdateCommand).resolves({})
    sqs.reset()
    if (isMoved) sqs.on(SendMessageCommand).resolves({ MessageId: 'm2' })
    else sqs.on(SendMessageCommand).rejects(new Error('no response'))
    const fate = await attemptDelivery(
      {
        reference,
        message: { id: 'm1', receiveCount: 1, relayedAt: AT - 5, sentAt: AT - 4, ...message },
        queue,
        readWebhook: async () => webhook,
      },
      { clock: () => AT },
    )
    return { fate, sent: sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input) }
  }
  const number = (value: number) => ({ DataType: 'Number', StringValue: String(value) })
  const text = (value: string) => ({ DataType: 'String', StringValue: value })

  test.each([
    ['a first attempt', {}, {}],
    ['a retry', { afterAttempt: 1 }, { afterAttempt: number(1) }],
    ['a message of reconciliation', { isRepeat: true as const }, { isRepeat: text('true') }],
  ])('is moved as what it is: %s', async (_, message, attributes) => {
    const { fate, sent } = await receive(message)
    expect(fate).toEqual({ kind: 'delete' })
    expect(sent).toEqual([
      {
        QueueUrl: 'https://sqs/slow',
        MessageBody: JSON.stringify(reference),
        MessageGroupId: 'o1',
        DelaySeconds: 0,
        MessageAttributes: { relayedAt: number(AT - 5), carrier: text('m1'), ...attributes },
      },
    ])
  })

  test.each([
    ['is moved', 'deliveries', true, 0],
    ['may have been moved', 'deliveries', false, 1],
    ['is in the queue of slow endpoints', 'slow-deliveries', true, 1],
  ] as const)('acquires the lease before its first attempt if needed: it %s', async (_, queue, isMoved, leases) => {
    await receive({}, queue, isMoved)
    const carriers = dynamodb
      .commandCalls(UpdateCommand)
      .filter(({ args }) => Object.values(args[0].input.ExpressionAttributeValues ?? {}).includes('m1'))
    expect(carriers).toHaveLength(leases)
  })

  test('stays if it is received again, because it may be of an exhausted delivery', async () => {
    expect((await receive({ receiveCount: 2 })).sent).toEqual([])
  })
})
