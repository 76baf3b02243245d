// @module-tag full
import {
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import type { DeliveryItem } from '@replywright/core/deliveries/delivery-entity.ts'
import { newDelivery, writeDelivery } from '@replywright/core/deliveries/new-delivery.ts'
import { listEntries } from '@replywright/core/platform/audit/audit-log.ts'
import { derivedId, newId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callApi, idOf, startTestService } from '../support/service.ts'
import { type WebhookOperator, webhookOperator } from './webhook-operator.ts'

const PATH = '/demo'
const organizationId = derivedId('demo organization', 'Demo')
const WAIT = { timeout: 90_000, interval: 200 }

let service: Service
let webhook: WebhookOperator
let sqs: SQSClient
const disabledLines: string[] = []

beforeAll(async () => {
  service = await startTestService({
    log: ({ line }) => {
      if (line.includes('"webhook.disabled"')) disabledLines.push(line)
    },
  })
  sqs = clientOf(SQSClient, service.cloud)
  webhook = webhookOperator(service, organizationId, service.ready.webhook.id)
})
afterAll(() => service?.stop())
beforeEach(async () => {
  service.receiver.reset()
  await webhook.disable()
  await webhook.enable()
  await webhook.unmark()
  disabledLines.length = 0
})

/** Writes `count` deliveries to the webhook and returns them once all have ended. */
async function deliver(count: number): Promise<DeliveryItem[]> {
  const at = Date.now()
  const ids = Array.from({ length: count }, newId)
  const payload = JSON.stringify({ event: 'message.received', timestamp: new Date(at).toISOString() })
  const written = ids.map((id) =>
    newDelivery({
      deliveryDays: 30,
      id,
      organizationId,
      webhookId: service.ready.webhook.id,
      event: 'message.received',
      payload,
      at,
    }),
  )
  await Promise.all(written.map(writeDelivery))
  return await vi.waitFor(async () => {
    const deliveries = (await webhook.deliveries()).filter(({ id }) => ids.includes(id))
    expect(deliveries.filter(({ status }) => status !== 'pending')).toHaveLength(count)
    return deliveries
  }, WAIT)
}

const output = (name: string) => outputOf(service.cloud, name)

async function attributesOf(queue: string) {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: output(queue), AttributeNames: ['All'] }),
  )
  return Attributes
}

/** Returns the mails to the owner of the webhook. */
function mails() {
  return service.cloud.mail.filter(({ to }) => to === service.ready.email)
}

/** Waits until the webhook has `count` failures in a row, which are counted after the delivery has ended. */
async function failuresAre(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await webhook.failures()).toBe(count), WAIT)
}

/** Waits until the queues of deliveries are empty. The first one sends messages on to the other. */
async function queuesAreEmpty(): Promise<void> {
  for (const queue of ['DeliveriesQueueUrl', 'SlowDeliveriesQueueUrl'])
    await vi.waitFor(async () => {
      expect(await attributesOf(queue)).toMatchObject({
        ApproximateNumberOfMessages: '0',
        ApproximateNumberOfMessagesNotVisible: '0',
        ApproximateNumberOfMessagesDelayed: '0',
      })
    }, WAIT)
}

test('20 consecutive failed deliveries disable a webhook; later ones can be replayed', async () => {
  // A success of a delivery from before would end the run of failures.
  await queuesAreEmpty()
  const mailsBefore = mails().length
  const subjects = () =>
    mails()
      .slice(mailsBefore)
      .map(({ subject }) => subject)
  service.receiver.behave(PATH, { status: 404 })
  await deliver(19)
  expect(await webhook.read()).toMatchObject({ enabled: true })
  await failuresAre(19)
  expect(disabledLines).toEqual([])
  await vi.waitFor(() => expect(subjects()).toEqual(['Demo webhook 1 failed 10 deliveries in a row']), WAIT)
  const [last] = await deliver(1)
  const disabled = await whenDisabled()
  expect(disabled).toMatchObject({ disabledReason: 'consecutive_failures' })
  expect(disabled.disabledAt).toBeGreaterThanOrEqual(last?.finishedAt ?? Number.POSITIVE_INFINITY)
  await failuresAre(20)
  await vi.waitFor(() => expect(disabledLines).not.toEqual([]), WAIT)
  expect(disabledLines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      organizationId,
      webhookId: service.ready.webhook.id,
      deliveryId: last?.id,
      reason: 'consecutive_failures',
      consecutiveFailures: 20,
    }),
  ])

  const { items } = await listEntries(organizationId, { action: 'disable_automatically' }, { limit: 10 }, Date.now())
  const { id: objectId, name: objectName } = await webhook.read()
  expect(items[0]).toMatchObject({ object: 'webhook', objectId, objectName, outcome: 'done' })
  expect(items[0]?.userId).toBeUndefined()

  await vi.waitFor(
    () => expect(subjects()[1]).toBe('Demo webhook 1 was disabled after 20 failed deliveries in a row'),
    WAIT,
  )

  service.receiver.reset()
  const [kept] = await deliver(1)
  expect(kept).toMatchObject({ status: 'failed', cause: 'webhook_disabled', attemptCount: 0 })
  expect(service.receiver.received(PATH)).toEqual([])
  await failuresAre(20)

  const enabled = await webhook.enable()
  expect(enabled).toMatchObject({ enabled: true, enabledAt: expect.any(Number) })
  for (const gone of ['disabledAt', 'disabledReason']) expect(enabled).not.toHaveProperty(gone)
  expect(await webhook.failures()).toBe(0)
  const { apiKey, baseUrl } = service.ready
  const replay = await callApi(baseUrl, apiKey, 'POST', `/webhook-deliveries/${kept?.id}/replay/`)
  expect(await service.receiver.next(({ path }) => path === PATH, 30_000)).toMatchObject({ deliveryId: idOf(replay) })
  // This delivery found the mail that `enable` left.
  await vi.waitFor(() => expect(subjects().slice(2)).toEqual(['Demo webhook 1 is enabled again']), WAIT)
  await vi.waitFor(async () => expect(await webhook.read()).not.toHaveProperty('noticeKind'), WAIT)
})

test('a successful delivery resets the consecutive failures', async () => {
  service.receiver.behave(PATH, { status: 404 })
  await deliver(19)
  service.receiver.behave(PATH, { status: 200 })
  await deliver(1)
  expect(await webhook.failures()).toBe(0)
  service.receiver.behave(PATH, { status: 404 })
  await deliver(2)
  await failuresAre(2)
  await queuesAreEmpty()
  expect(await webhook.read()).toMatchObject({ enabled: true })
  await deliver(18)
  await whenDisabled()
})

test('a success in progress when the 20th delivery fails keeps the webhook enabled', async () => {
  service.receiver.behave(PATH, [...Array(19).fill({ status: 404 }), { status: 200, delayMs: 3000 }, { status: 404 }])
  const deliveries = await deliver(21)
  expect(deliveries.filter(({ status }) => status === 'failed')).toHaveLength(20)
  await queuesAreEmpty()
  expect(await webhook.read()).toMatchObject({ enabled: true })
  expect(await webhook.failures()).toBe(0)
})

test('a webhook that accepts one of ten deliveries stays enabled', async () => {
  const refusals = Array(9).fill({ status: 404 })
  service.receiver.behave(
    PATH,
    Array(6)
      .fill([...refusals, { status: 200, delayMs: 300 }])
      .flat(),
  )
  const deliveries = await deliver(60)
  expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(6)
  await queuesAreEmpty()
  expect(await webhook.read()).toMatchObject({ enabled: true })
})

test('every attempt is recorded during failures, successes and changes of the webhook', async () => {
  const behaviours = [{ status: 404 }, ...Array(4).fill({ status: 200, delayMs: 400 })]
  service.receiver.behave(PATH, Array(16).fill(behaviours).flat())
  let isDelivering = true
  const operating = (async () => {
    while (isDelivering) {
      await webhook.rotate()
      await webhook.disable()
      await webhook.enable()
    }
  })()
  const deliveries: DeliveryItem[] = []
  const isDisabled = ({ cause }: DeliveryItem) => cause === 'webhook_disabled'
  try {
    while (deliveries.length < 80 || !deliveries.some(isDisabled)) deliveries.push(...(await deliver(20)))
  } finally {
    isDelivering = false
  }
  await operating
  await queuesAreEmpty()
  const received = Map.groupBy(service.receiver.received(PATH), ({ deliveryId }) => deliveryId)
  const recorded = deliveries.map(({ id, attemptCount, attempts = [] }) => ({
    id,
    attemptCount,
    made: attempts.length,
  }))
  expect(recorded).toEqual(
    recorded.map(({ id }) => {
      const made = received.get(id)?.length ?? 0
      return { id, attemptCount: made, made }
    }),
  )
  const causes = new Set(deliveries.map(({ status, cause }) => cause ?? status))
  expect([...causes].toSorted()).toEqual(['client_error', 'delivered', 'webhook_disabled'])
  expect(await webhook.read()).toMatchObject({ enabled: true })
})

test('a success without counted failures does not write the webhook', async () => {
  // The first delivery stores its sealed secrets.
  await deliver(1)
  const before = await webhook.read()
  await deliver(2)
  expect(await webhook.read()).toEqual(before)
})

/** Waits until the webhook is disabled, and returns it. */
async function whenDisabled() {
  return await vi.waitFor(async () => {
    const stored = await webhook.read()
    expect(stored).toMatchObject({ enabled: false })
    return stored
  }, WAIT)
}

test('thirty concurrent failed deliveries disable the webhook once, and at most 20 are counted', async () => {
  service.receiver.behave(PATH, { status: 404, delayMs: 2000 })
  const causes = Map.groupBy(await deliver(30), ({ cause }) => cause)
  await whenDisabled()
  await failuresAre(20)
  expect([...causes.keys()].filter((cause) => cause !== 'webhook_disabled')).toEqual(['client_error'])
  expect(causes.get('client_error')?.length).toBeGreaterThanOrEqual(20)
  await queuesAreEmpty()
  await vi.waitFor(() => expect(disabledLines).not.toEqual([]), WAIT)
  expect(disabledLines).toHaveLength(1)
})

test('a delivery counts once, even if its message is received repeatedly or concurrently', async () => {
  service.receiver.behave(PATH, { status: 404, delayMs: 1500 })
  const ended = deliver(1)
  const { deliveryId } = await service.receiver.next(({ path }) => path === PATH, 30_000)
  const message = {
    QueueUrl: output('DeliveriesQueueUrl'),
    MessageBody: JSON.stringify({ organizationId, webhookId: service.ready.webhook.id, deliveryId }),
    MessageAttributes: { relayedAt: { DataType: 'Number', StringValue: '1' } },
  }
  await sqs.send(new SendMessageCommand(message))
  expect(await ended).toMatchObject([{ id: deliveryId, status: 'failed' }])
  await queuesAreEmpty()
  // A copy received during the first attempt may cause an attempt too; a later copy may not.
  const received = service.receiver.received(PATH).length
  expect(received).toBeLessThanOrEqual(2)
  await sqs.send(new SendMessageCommand(message))
  await queuesAreEmpty()
  await failuresAre(1)
  expect(service.receiver.received(PATH)).toHaveLength(received)
  const recorded = (await webhook.deliveries()).find(({ id }) => id === deliveryId)
  expect(recorded?.attempts).toHaveLength(received)
})

test('an exhausted delivery counts once, and not again when it is redriven', async () => {
  service.receiver.behave(PATH, { status: 500 })
  const [exhausted] = await deliver(1)
  expect(exhausted).toMatchObject({ status: 'failed', exhausted: true, attemptCount: 4 })
  const waiting = async (messages: string) =>
    await vi.waitFor(
      async () =>
        expect(await attributesOf('DeliveriesDeadLetterQueueUrl')).toMatchObject({
          ApproximateNumberOfMessages: messages,
        }),
      WAIT,
    )
  await waiting('1')
  await failuresAre(1)

  const { QueueArn } = await attributesOf('DeliveriesDeadLetterQueueUrl')
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: QueueArn }))
  await vi.waitFor(async () => {
    const again = (await webhook.deliveries()).find(({ id }) => id === exhausted?.id)
    expect(again).toMatchObject({ status: 'failed', roundStart: 4, attemptCount: 8 })
  }, WAIT)
  await waiting('1')
  await failuresAre(1)
})

test('an attempt that began before the webhook was re-enabled does not count', async () => {
  const enabledAgain = Promise.withResolvers<void>()
  service.receiver.behave(PATH, { status: 404, until: enabledAgain.promise })
  const ended = deliver(1)
  await service.receiver.next(({ path }) => path === PATH, 30_000)
  await webhook.disable()
  const enabled = await webhook.enable()
  enabledAgain.resolve()
  expect(await ended).toMatchObject([{ status: 'failed', cause: 'client_error' }])
  const stored = await webhook.read()
  // On a slow machine the endpoint is marked as slow meanwhile.
  expect(stored).toEqual({ ...enabled, slowUntil: stored.slowUntil })
  expect(await webhook.failures()).toBe(0)
  service.receiver.behave(PATH, { status: 404 })
  await deliver(1)
  await failuresAre(1)
})

test('a webhook disabled manually has that reason, and disabling it again changes nothing', async () => {
  const disabled = await webhook.disable()
  expect(disabled).toMatchObject({ enabled: false, disabledReason: 'manual', disabledAt: expect.any(Number) })
  expect(await webhook.disable()).toEqual(disabled)
  expect(await deliver(1)).toMatchObject([{ status: 'failed', cause: 'webhook_disabled' }])
  const enabled = await webhook.enable()
  expect(await webhook.enable()).toEqual(enabled)
})
