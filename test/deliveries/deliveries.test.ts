import {
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { derivedId } from '@messaging/core/platform/clock.ts'
import type { Service } from '@messaging/local/start-service.ts'
import type { Received } from '@messaging/simulators/receiver/received.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'
import { deliveryReader } from './read-delivery.ts'
import { webhookOperator } from './webhook-operator.ts'

const PATH = '/demo'
const WAIT = { timeout: 40_000, interval: 100 }

let service: Service
let sqs: SQSClient
let readDelivery: ReturnType<typeof deliveryReader>

beforeAll(async () => {
  service = await startTestService()
  const { endpointUrl, environment, administrator } = service.cloud
  sqs = new SQSClient({ endpoint: endpointUrl, region: environment.region, credentials: administrator })
  readDelivery = deliveryReader(service)
})
afterAll(() => service?.stop())
beforeEach(() => service.receiver.reset())

/** Sends a message as a new customer and returns its first delivery attempt. */
async function firstAttempt(): Promise<Received> {
  const from = freshCustomer()
  await service.provider.sendAsCustomer({ from, text: `from ${from}` })
  return await service.receiver.next(({ body }) => body.includes(`+${from}`), 30_000)
}

/** Waits until a delivery has a status, and returns it. */
async function whenEnded(deliveryId: string | undefined, status: 'delivered' | 'failed') {
  return await vi.waitFor(async () => {
    const delivery = await readDelivery(service.ready.webhook.id, deliveryId ?? '')
    expect(delivery).toMatchObject({ status })
    return delivery
  }, WAIT)
}

function attemptsOf(deliveryId: string | undefined): Received[] {
  return service.receiver.received(PATH).filter((delivery) => delivery.deliveryId === deliveryId)
}

async function depthOf(outputName: string): Promise<number> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: output(outputName), AttributeNames: ['ApproximateNumberOfMessages'] }),
  )
  return Number(Attributes?.ApproximateNumberOfMessages)
}

function output(name: string): string {
  return Object.values(service.cloud.outputs).flatMap((outputs) => outputs[name] ?? [])[0] ?? ''
}

describe('an attempt', () => {
  test('is retried under one id after three 5xx responses', async () => {
    service.receiver.behave(PATH, { status: [500, 503, 500, 200], body: 'sorry' })
    const { deliveryId } = await firstAttempt()
    const delivery = await whenEnded(deliveryId, 'delivered')
    const attempts = attemptsOf(deliveryId)
    expect(attempts).toHaveLength(4)
    expect(new Set(attempts.map(({ body }) => body.toString())).size).toBe(1)
    expect(attempts.every(({ verdict }) => verdict.ok)).toBe(true)
    const gaps = attempts.slice(1).map(({ receivedAt }, index) => receivedAt - (attempts[index]?.receivedAt ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(990)
    expect(delivery).toMatchObject({
      attemptCount: 4,
      attempts: [
        { status: 500, body: 'sorry', cause: 'server_error', durationMs: expect.any(Number) },
        { status: 503 },
        { status: 500 },
        { status: 200 },
      ],
    })
  })

  test.each([
    [404, 'client_error'],
    [410, 'gone'],
    [302, 'redirect'],
  ])('that returns %i is not retried', async (status, cause) => {
    service.receiver.behave(PATH, { status })
    const { deliveryId } = await firstAttempt()
    const delivery = await whenEnded(deliveryId, 'failed')
    expect(delivery).toMatchObject({ attemptCount: 1, cause, exhausted: false, attempts: [{ status, cause }] })
    expect(attemptsOf(deliveryId)).toHaveLength(1)
  })

  test('that responds after nine seconds is delivered', async () => {
    service.receiver.behave(PATH, { status: 200, delayMs: 9000 })
    const { deliveryId } = await firstAttempt()
    expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({ attemptCount: 1 })
  })

  test('without a response for eleven seconds is a timeout and is retried', async () => {
    service.receiver.behave(PATH, [{ kind: 'hang' }, { status: 200 }])
    const { deliveryId } = await firstAttempt()
    expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({
      attempts: [{ cause: 'timeout' }, { status: 200 }],
    })
  })

  test('whose 200 body is still arriving at the deadline is delivered, and recorded as cut', async () => {
    service.receiver.behave(PATH, { kind: 'drip' })
    const { deliveryId } = await firstAttempt()
    expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({
      attempts: [{ status: 200, bodyCut: true, bodyLate: true }],
    })
  })

  test('whose connection is reset is retried', async () => {
    service.receiver.behave(PATH, [{ kind: 'reset' }, { status: 200 }])
    const { deliveryId } = await firstAttempt()
    expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({ attempts: [{ cause: 'reset' }, { status: 200 }] })
  })
})

describe('a first attempt with a duplicate message', () => {
  const organizationId = derivedId('demo organization', 'Demo')
  /** Sends the message of a delivery again, as a relay that repeats a batch does. */
  const repeat = (deliveryId: string | undefined) =>
    sqs.send(
      new SendMessageCommand({
        QueueUrl: output('DeliveriesQueueUrl'),
        MessageBody: JSON.stringify({ organizationId, webhookId: service.ready.webhook.id, deliveryId }),
        MessageAttributes: { relayedAt: { DataType: 'Number', StringValue: String(Date.now()) } },
      }),
    )

  /** Waits until a delivery is delivered and all requests to its endpoint are recorded. */
  const recorded = (deliveryId: string | undefined, count: number) =>
    vi.waitFor(async () => {
      const delivery = await readDelivery(service.ready.webhook.id, deliveryId ?? '')
      expect(delivery).toMatchObject({ status: 'delivered', attemptCount: count })
      expect(attemptsOf(deliveryId)).toHaveLength(count)
      return delivery
    }, WAIT)

  test.each([
    ['that succeeds last', [200, 404]],
    ['that succeeds first', [404, 200]],
    ['that succeeds twice', [200, 200]],
  ])('%s is delivered, and both attempts are recorded', async (_, [first = 0, second = 0]) => {
    service.receiver.behave(PATH, [
      { status: first, delayMs: 3000 },
      { status: second, delayMs: 500 },
    ])
    const { deliveryId } = await firstAttempt()
    await repeat(deliveryId)
    const delivery = await recorded(deliveryId, 2)
    expect(delivery?.attempts?.map(({ status }) => status)).toEqual([second, first])
    // Attributes that only a pending delivery needs are removed.
    for (const attribute of ['out', 'carrier', 'leaseUntil']) expect(delivery).not.toHaveProperty(attribute)
  })

  test('is retried for one of the messages only', async () => {
    service.receiver.behave(PATH, [{ status: 500, delayMs: 3000 }, { status: 500, delayMs: 500 }, { status: 200 }])
    const { deliveryId } = await firstAttempt()
    await repeat(deliveryId)
    const delivery = await recorded(deliveryId, 3)
    expect(delivery?.attempts?.map(({ status }) => status).toSorted()).toEqual([200, 500, 500])
  })
})

test('a webhook that is disabled between two attempts gets no second attempt', async () => {
  const { id } = service.ready.webhook
  const operator = webhookOperator(service, derivedId('demo organization', 'Demo'), id)
  service.receiver.behave(PATH, { status: 500, delayMs: 1000 })
  const { deliveryId } = await firstAttempt()
  await operator.disable()
  const failed = await whenEnded(deliveryId, 'failed')
  await operator.enable()
  expect(failed).toMatchObject({ cause: 'webhook_disabled', attemptCount: 1, exhausted: false })
  expect(attemptsOf(deliveryId)).toHaveLength(1)
})

test('an exhausted delivery is in the dead-letter queue, and a redrive delivers it under the same id', async () => {
  service.receiver.behave(PATH, { status: 500 })
  const { deliveryId, body } = await firstAttempt()
  const failed = await whenEnded(deliveryId, 'failed')
  expect(failed).toMatchObject({ attemptCount: 4, exhausted: true, cause: 'server_error' })
  await vi.waitFor(async () => expect(await depthOf('DeliveriesDeadLetterQueueUrl')).toBe(1), WAIT)
  expect(attemptsOf(deliveryId)).toHaveLength(4)

  service.receiver.behave(PATH, { status: 200 })
  const queue = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: output('DeliveriesDeadLetterQueueUrl'), AttributeNames: ['QueueArn'] }),
  )
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: queue.Attributes?.QueueArn }))
  expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({ attemptCount: 5, roundStart: 4 })
  expect(attemptsOf(deliveryId).at(-1)?.body).toEqual(body)
  expect(await depthOf('DeliveriesDeadLetterQueueUrl')).toBe(0)
})

describe('a replay', () => {
  const replay = (id: string, apiKey = service.ready.apiKey) =>
    callApi(service.ready.baseUrl, apiKey, 'POST', `/webhook-deliveries/${id}/replay/`)

  test('sends the same bytes under a new id with a new signature', async () => {
    const original = await firstAttempt()
    await whenEnded(original.deliveryId, 'delivered')
    const response = await replay(original.deliveryId ?? '')
    expect(response).toMatchObject({
      status: 201,
      body: {
        originId: original.deliveryId,
        webhookId: service.ready.webhook.id,
        event: 'message.received',
        status: 'pending',
        createdAt: expect.any(String),
      },
    })
    const copy = await service.receiver.next(({ deliveryId }) => deliveryId === idOf(response))
    expect(copy.body).toEqual(original.body)
    expect(copy.verdict.ok).toBe(true)
    expect(copy.deliveryId).not.toBe(original.deliveryId)
  })

  test("of an unknown delivery or of another organisation's is a 404", async () => {
    const { deliveryId = '' } = await firstAttempt()
    expect(await replay('nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await replay(deliveryId, service.ready.otherOrganization.apiKey)).toMatchObject({ status: 404 })
  })
})
