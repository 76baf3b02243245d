// @module-tag full
import { SQSClient } from '@aws-sdk/client-sqs'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { newDelivery, writeDelivery } from '@replywright/core/deliveries/new-delivery.ts'
import { WebhookEntity } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { newId } from '@replywright/core/platform/clock.ts'
import { LOCAL_BUS } from '@replywright/local/local-context.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { organizationOf } from '../dashboard/people.ts'
import type { DashboardSession } from '../dashboard/session.ts'
import { type SignedIn, startSignedIn } from '../dashboard/start-signed-in.ts'
import { bodyOf, WAIT } from '../dashboard/webhooks.ts'
import { actAsAdministrator, clientOf } from '../support/administrator.ts'
import { type BusEvent, takeBusEvents } from '../support/bus-events.ts'
import { callers, freshCustomer } from '../support/service.ts'

const BUS = LOCAL_BUS

let service: Service
let demo: DashboardSession
let webhooks: SignedIn['webhooks']
beforeAll(async () => {
  ;({ service, demo, webhooks } = await startSignedIn())
})
afterAll(() => service?.stop())

const { api } = callers(() => service)

const taken: BusEvent[] = []
/** Waits until the queue behind the bus has received the event of a webhook, and returns it. */
async function nextEvent(webhookId: string, type: string): Promise<BusEvent> {
  return await vi.waitFor(async () => {
    taken.push(...(await takeBusEvents(service.cloud, clientOf(SQSClient, service.cloud))))
    const place = taken.findIndex(
      (event) => event['detail-type'] === type && event.resources.includes(`webhook/${webhookId}`),
    )
    expect(place).toBeGreaterThanOrEqual(0)
    const [event] = taken.splice(place, 1)
    if (!event) throw new Error('the event was taken')
    return event
  }, WAIT)
}

/** Returns the id of the only delivery of an event. */
const deliveryIn = ({ resources }: BusEvent) => resources.find((one) => one.startsWith('delivery/'))?.slice(9) ?? ''

/** Makes the next calls of the worker to the bus fail. */
const disturb = (kind: 'throttle' | 'fail-before', times: number) =>
  service.cloud.faults.plan({ service: 'events', action: 'PutEvents', nth: 1, kind, times })

/** Points a webhook to another bus, as a change of the setting does. */
async function pointTo(id: string, url: string): Promise<void> {
  const { id: organizationId } = await organizationOf(demo)
  actAsAdministrator(service)
  await WebhookEntity.patch({ organizationId, id }).set({ url }).go()
}

/** Writes a delivery to a webhook. Returns its id. */
async function writeTo(webhookId: string, text: string): Promise<string> {
  const { id: organizationId } = await organizationOf(demo)
  actAsAdministrator(service)
  const [id, at] = [newId(), Date.now()]
  const payload = JSON.stringify({ event: 'message.received', text })
  const owned = { id, organizationId, webhookId, payload, at, deliveryDays: 1 }
  await writeDelivery(newDelivery({ ...owned, event: 'message.received' }))
  return id
}

test('a webhook sends the envelope to an event bus, with the entry id as the response', async () => {
  const { id } = await webhooks.createWebhook({ url: BUS, numbers: 'all' })
  const from = freshCustomer()
  const billed = () => service.cloud.ledger.snapshot().total.busEvents
  const before = billed()
  await webhooks.write('Where is my order? 📦', from)
  const event = await nextEvent(id, 'message.received')
  const deliveryId = deliveryIn(event)
  const delivery = await webhooks.deliveryOnce(deliveryId, 'delivered')
  expect(billed() - before).toBe(1)
  expect(event).toMatchObject({
    source: 'replywright',
    'detail-type': 'message.received',
    resources: [`webhook/${id}`, `delivery/${deliveryId}`],
    detail: { event: 'message.received', from: `+${from}`, message: { body: 'Where is my order? 📦' } },
  })
  expect(JSON.stringify(event.detail)).toBe(delivery.payload)
  expect(Date.parse(event.time)).toBe(Math.floor(Date.parse(delivery.createdAt) / 1000) * 1000)
  expect(delivery).toMatchObject({
    url: BUS,
    lastStatus: 200,
    explanation: expect.stringContaining('EventBridge accepted'),
  })
  expect(delivery.attempts).toMatchObject([
    {
      status: 200,
      responseBody: JSON.stringify({ EventId: event.id }),
      requestHeaders: {
        source: 'replywright',
        'detail-type': 'message.received',
        resources: event.resources.join(', '),
      },
    },
  ])

  const replayed = await api('POST', `/webhook-deliveries/${deliveryId}/replay/`)
  const copy = await nextEvent(id, 'message.received')
  expect(copy).toMatchObject({
    detail: event.detail,
    resources: [`webhook/${id}`, `delivery/${Object(replayed.body).id}`],
  })
  expect(copy.id).not.toBe(event.id)
})

test('throttling and failures of EventBridge are retried under the same delivery', async () => {
  const { id } = await webhooks.createWebhook({ url: BUS })
  const planned = disturb('throttle', 1)
  const deliveryId = await webhooks.sendTest(id)
  const delivery = await webhooks.deliveryOnce(deliveryId, 'delivered')
  expect(planned.fired).toHaveLength(1)
  expect(delivery.attempts).toMatchObject([
    {
      status: 503,
      cause: 'server_error',
      explanation: 'Failed: refused by EventBridge (503).',
      responseBody: expect.stringContaining('ThrottlingException'),
    },
    { status: 200, cause: null },
  ])
  expect(deliveryIn(await nextEvent(id, 'test.ping'))).toBe(deliveryId)
})

test('a refusal is final, and says what to do', async () => {
  const { id } = await webhooks.createWebhook({ url: BUS })
  const write = async (text: string) => await webhooks.deliveryOnce(await writeTo(id, text), 'failed')
  const large = await write('x'.repeat(257 * 1024))
  expect(large).toMatchObject({ attemptCount: 1, cause: 'client_error', lastStatus: 413 })
  expect(large.fix).toContain('256 KB')
  // The operator has removed the bus from the setting.
  await pointTo(id, `${BUS}-2`)
  const denied = await write('hello')
  expect(denied).toMatchObject({ attemptCount: 1, cause: 'client_error', lastStatus: 403 })
  expect(denied.attempts[0]?.responseBody).toContain('does not allow')
  expect(denied.fix).toContain('eventBusArns')
})

test('a bus that refuses 20 deliveries in a row is disabled; enabled again, it gets what it missed', async () => {
  const { id } = await webhooks.createWebhook({ url: BUS })
  await pointTo(id, `${BUS}-2`)
  const since = new Date().toISOString()
  const texts = Array.from({ length: 20 }, (_, n) => `missed ${n}`)
  const ids = await Promise.all(texts.map((text) => writeTo(id, text)))
  await vi.waitFor(
    async () =>
      expect((await api('GET', `/webhooks/${id}/`)).body).toMatchObject({
        enabled: false,
        disabledReason: 'consecutive_failures',
        health: { consecutiveFailures: 20 },
      }),
    WAIT,
  )
  for (const each of ids) await webhooks.deliveryOnce(each, 'failed')
  await pointTo(id, BUS)
  expect(await api('POST', `/webhooks/${id}/enable/`)).toMatchObject({ status: 200, body: { enabled: true } })
  const replayed = await api('POST', '/webhook-deliveries/replay/', { webhookId: id, since })
  expect(replayed.body).toMatchObject({ webhooks: [{ webhookId: id, count: 20, refusal: null }] })
  const details: unknown[] = []
  for (const _ of ids) details.push((await nextEvent(id, 'message.received')).detail)
  expect(details.map((detail) => Object(detail).text).toSorted()).toEqual(texts.toSorted())
})

test('only buses that the operator allows are accepted', async () => {
  const other = 'arn:aws:events:eu-central-1:111122223333:event-bus/theirs'
  const refused = await demo.call('POST', '/v1/webhooks/', webhooks.input({ url: other }))
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error', details: [{ path: 'url' }] } })
  expect(JSON.stringify(refused.body)).toContain('eventBusArns')
  expect(JSON.stringify(refused.body)).not.toContain(BUS)
  const { id, url } = await webhooks.createWebhook()
  expect(await demo.call('PATCH', `/v1/webhooks/${id}/`, { url: other })).toMatchObject({ status: 400 })
  const path = `/v1/webhooks/${id}/`
  const changed = bodyOf(endpoints['webhooks/update'], await demo.call('PATCH', path, { url: BUS }))
  expect(changed.url).toBe(BUS)
  expect(bodyOf(endpoints['webhooks/update'], await demo.call('PATCH', path, { url })).url).toBe(url)
})
