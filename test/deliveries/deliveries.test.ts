// @module-tag long
import {
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import type { DisturbableCall } from '@replywright/cloud/faults'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { MASKED } from '@replywright/contract/masked-url.ts'
import { newDelivery, writeDelivery } from '@replywright/core/deliveries/new-delivery.ts'
import { derivedId, derivedTimeId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Received } from '@replywright/simulators/receiver/serve.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'
import { deliveryReader } from './read-delivery.ts'
import { type WebhookOperator, webhookOperator } from './webhook-operator.ts'

const PATH = '/demo'
const organizationId = derivedId('demo organization', 'Demo')
const WAIT = { timeout: 90_000, interval: 200 }

let service: Service
let sqs: SQSClient
let readDelivery: ReturnType<typeof deliveryReader>
let operator: WebhookOperator

beforeAll(async () => {
  service = await startTestService()
  sqs = clientOf(SQSClient, service.cloud)
  readDelivery = deliveryReader(service)
  operator = webhookOperator(service, organizationId, service.ready.webhook.id)
})
afterAll(() => service?.stop())
beforeEach(async () => {
  service.receiver.reset()
  await operator.unmark()
})

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

const output = (name: string) => outputOf(service.cloud, name)

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

  test('has the headers of its webhook, whose values no response shows', async () => {
    const { baseUrl, apiKey, webhook } = service.ready
    const path = `/webhooks/${webhook.id}/`
    const call = (method: string, url: string, body?: object) => callApi(baseUrl, apiKey, method, url, body)
    const patched = await call('PATCH', path, { headers: { Authorization: 'Bearer s3cret', 'X-Team': 'blue' } })
    const masked = { Authorization: MASKED, 'X-Team': MASKED }
    expect(patched).toMatchObject({ status: 200, body: { headers: masked } })
    const attempt = await firstAttempt()
    expect(attempt.headers).toMatchObject({ authorization: 'Bearer s3cret', 'x-team': 'blue' })
    expect(attempt.verdict.ok).toBe(true)
    const { deliveryId } = attempt
    await whenEnded(deliveryId, 'delivered')
    const details = await call('GET', `/webhook-deliveries/${deliveryId}/`)
    expect(details.body).toMatchObject({ attempts: [{ requestHeaders: masked }] })

    await call('PATCH', path, { headers: { Authorization: MASKED, 'X-Team': 'green' } })
    await call('PATCH', path, { name: 'Renamed' })
    expect((await firstAttempt()).headers).toMatchObject({ authorization: 'Bearer s3cret', 'x-team': 'green' })
    const kept = await call('GET', `/webhook-deliveries/${deliveryId}/`)
    expect(kept.body).not.toMatchObject({ attempts: [{ requestHeaders: masked }] })
    expect(JSON.stringify([patched, details, kept].map(({ body }) => body))).not.toContain('s3cret')

    expect(await call('PATCH', path, { headers: { 'X-New': MASKED } })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'headers.X-New' }] },
    })
    expect(await call('PATCH', path, { headers: { 'X-Service-Event': 'x' } })).toMatchObject({ status: 400 })
    expect(await call('PATCH', path, { headers: {} })).toMatchObject({ status: 200, body: { headers: {} } })
    expect((await firstAttempt()).headers).not.toHaveProperty('x-team')
  })

  // A worker that records the attempt after half of its delay keeps its own message, too (`fateAfter`).
  test('waits for its retry in a delayed message, which is not in flight', { retry: 3 }, async () => {
    const calls: DisturbableCall[] = []
    const stop = service.cloud.faults.watch((call) => calls.push(call))
    service.receiver.behave(PATH, { status: [500, 200] })
    const { deliveryId = '' } = await firstAttempt()
    await whenEnded(deliveryId, 'delivered')
    stop()
    const { physicalId } = service.cloud.resource('Deliver', 'AWS::Lambda::Function')
    const own = calls.filter((call) => call.by === 'function' && call.function === physicalId && call.service === 'sqs')
    expect(own.map(({ action }) => action)).toEqual(['SendMessage'])
    expect(own[0]?.request).toMatch(/"DelaySeconds":1\b/)
    expect(own[0]?.request).toContain(deliveryId)
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

  test('that responds after eight seconds is delivered', { tags: 'full' }, async () => {
    service.receiver.behave(PATH, { status: 200, delayMs: 8000 })
    const { deliveryId } = await firstAttempt()
    expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({ attemptCount: 1 })
  })

  test('without a response for eleven seconds is a timeout and is retried', { tags: 'full' }, async () => {
    service.receiver.behave(PATH, [{ kind: 'hang' }, { status: 200 }])
    const { deliveryId } = await firstAttempt()
    expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({
      attempts: [{ cause: 'timeout' }, { status: 200 }],
    })
  })

  test('whose 200 body is still arriving at the deadline is delivered, and recorded as cut', {
    tags: 'full',
  }, async () => {
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

describe('a first attempt with a duplicate message', { tags: 'full' }, () => {
  // Starts a second worker. On a slow machine that takes as long as an attempt may last.
  beforeAll(async () => {
    const arrival = Promise.withResolvers<void>()
    service.receiver.behave(PATH, { status: 200, until: arrival.promise })
    const deliveries = [await firstAttempt(), await firstAttempt()]
    arrival.resolve()
    for (const { deliveryId } of deliveries) await whenEnded(deliveryId, 'delivered')
  })

  /** Sends the message of a delivery again, as a relay that repeats a batch does. */
  const repeat = (deliveryId: string | undefined) =>
    sqs.send(
      new SendMessageCommand({
        QueueUrl: output('DeliveriesQueueUrl'),
        MessageBody: JSON.stringify({ organizationId, webhookId: service.ready.webhook.id, deliveryId }),
        MessageAttributes: { relayedAt: { DataType: 'Number', StringValue: String(Date.now()) } },
      }),
    )

  /** Waits until one attempt of a delivery is recorded. */
  const whenRecorded = (deliveryId: string | undefined) =>
    vi.waitFor(async () => {
      const delivery = await readDelivery(service.ready.webhook.id, deliveryId ?? '')
      expect(delivery?.attempts).toHaveLength(1)
    }, WAIT)

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
    const secondEnded = Promise.withResolvers<void>()
    service.receiver.behave(PATH, [{ status: first, until: secondEnded.promise }, { status: second }])
    const { deliveryId } = await firstAttempt()
    await repeat(deliveryId)
    await whenRecorded(deliveryId)
    secondEnded.resolve()
    const delivery = await recorded(deliveryId, 2)
    expect(delivery?.attempts?.map(({ status }) => status)).toEqual([second, first])
    // Attributes that only a pending delivery needs are removed.
    for (const attribute of ['out', 'carrier', 'leaseUntil']) expect(delivery).not.toHaveProperty(attribute)
  })

  test('is retried for one of the messages only, with all retries', async () => {
    const secondEnded = Promise.withResolvers<void>()
    service.receiver.behave(PATH, [{ status: 500, until: secondEnded.promise }, { status: [500, 500, 500, 200] }])
    const { deliveryId } = await firstAttempt()
    await repeat(deliveryId)
    await whenRecorded(deliveryId)
    secondEnded.resolve()
    const delivery = await recorded(deliveryId, 5)
    expect(delivery?.attempts?.map(({ status }) => status).toSorted()).toEqual([200, 500, 500, 500, 500])
  })
})

describe('a slow endpoint', () => {
  /** Returns the queues to which the worker sends messages of a delivery while `work` runs. */
  async function queuesDuring(work: () => Promise<string | undefined>): Promise<(string | undefined)[]> {
    const calls: DisturbableCall[] = []
    const stop = service.cloud.faults.watch((call) => calls.push(call))
    const deliveryId = await work()
    stop()
    return calls.flatMap(({ action, request }) =>
      action === 'SendMessage' && request.includes(deliveryId ?? '')
        ? ['DeliveriesQueueUrl', 'SlowDeliveriesQueueUrl'].filter((name) => request.includes(`"${output(name)}"`))
        : [],
    )
  }
  const marked = () =>
    vi.waitFor(async () => expect(await operator.read()).toMatchObject({ slowUntil: expect.any(Number) }), WAIT)

  test('is marked before it responds, and its next deliveries and retries leave the queue of others', async () => {
    const seen = Promise.withResolvers<void>()
    service.receiver.behave(PATH, [{ status: 200, until: seen.promise }, { status: 500 }, { status: 200 }])
    const { deliveryId } = await firstAttempt()
    await marked()
    expect(await readDelivery(service.ready.webhook.id, deliveryId ?? '')).toMatchObject({ status: 'pending' })
    seen.resolve()
    const queues = await queuesDuring(async () => {
      const next = await firstAttempt()
      await whenEnded(next.deliveryId, 'delivered')
      return next.deliveryId
    })
    expect(queues).toEqual(['SlowDeliveriesQueueUrl', 'SlowDeliveriesQueueUrl'])
    expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({ attemptCount: 1 })
  })

  test('has its exhausted deliveries in a dead-letter queue of its own, and a redrive delivers them', async () => {
    const seen = Promise.withResolvers<void>()
    service.receiver.behave(PATH, [{ status: 500, until: seen.promise }, { status: 500 }])
    const { deliveryId } = await firstAttempt()
    await marked()
    seen.resolve()
    expect(await whenEnded(deliveryId, 'failed')).toMatchObject({ attemptCount: 4, exhausted: true })
    await vi.waitFor(async () => expect(await depthOf('SlowDeliveriesDeadLetterQueueUrl')).toBe(1), WAIT)
    service.receiver.behave(PATH, { status: 200 })
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: output('SlowDeliveriesDeadLetterQueueUrl'),
        AttributeNames: ['QueueArn'],
      }),
    )
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes?.QueueArn }))
    expect(await whenEnded(deliveryId, 'delivered')).toMatchObject({ attemptCount: 5, roundStart: 4 })
  })
})

test('a webhook that is disabled between two attempts gets no second attempt', { tags: 'full' }, async () => {
  const disabled = Promise.withResolvers<void>()
  service.receiver.behave(PATH, { status: 500, until: disabled.promise })
  const { deliveryId } = await firstAttempt()
  await operator.disable()
  disabled.resolve()
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

describe('the API', () => {
  const call = (method: string, path: string, body?: unknown, apiKey = service.ready.apiKey) =>
    callApi(service.ready.baseUrl, apiKey, method, path, body)
  const list = async (query: object, apiKey?: string) =>
    call('GET', `/webhook-deliveries/?${new URLSearchParams({ ...query })}`, undefined, apiKey)
  const pageOf = ({ body }: { body: unknown }) => v.parse(endpoints['webhook-deliveries/list'].response, body)
  const idsOf = (response: { body: unknown }) => pageOf(response).results.map(({ id }) => id)
  /** Requests a link of a page. */
  const open = async (link: string | null) =>
    fetch(link ?? '', { headers: { 'X-API-Key': service.ready.readApiKey } }).then(async (response) => ({
      body: await response.json(),
    }))

  test('shows a follower of the list what is stored minutes after its event', async () => {
    const webhookId = service.ready.webhook.id
    const { previous } = pageOf(await list({ webhookId, limit: 100 }))
    const now = Date.now()
    const id = derivedTimeId(now - 240_000, 'late')
    const payload = JSON.stringify({ event: 'message.received' })
    const late = {
      id,
      organizationId,
      webhookId,
      event: 'message.received',
      payload,
      at: now,
      deliveryDays: 30,
    } as const
    await writeDelivery(newDelivery(late))
    expect(idsOf(await open(previous))).toContain(id)
  })

  test('lists, filters, follows and shows deliveries with a read key, and never shows the secret', async () => {
    const { webhook, readApiKey, otherOrganization } = service.ready
    const since = new Date().toISOString()
    const start = await list({ since, webhookId: webhook.id, limit: 2 }, readApiKey)
    expect(start.body).toEqual({ countAtLeast: 0, next: null, previous: expect.any(String), results: [] })
    const attempts: Received[] = []
    for (let sent = 0; sent < 3; sent++) attempts.push(await firstAttempt())
    const [first] = attempts
    const ids = attempts.map(({ deliveryId = '' }) => deliveryId)
    for (const id of ids) await whenEnded(id, 'delivered')

    // A full page of newer deliveries has the oldest ones; the next one has the rest; then all are shown again.
    const full = await open(pageOf(start).previous)
    expect(idsOf(full)).toEqual([ids[1], ids[0]])
    const rest = await open(pageOf(full).previous)
    expect(idsOf(rest)).toEqual([ids[2]])
    expect(idsOf(await open(pageOf(rest).previous))).toEqual([ids[1], ids[0]])

    const newest = await list({ since, limit: 2 })
    expect([idsOf(newest), pageOf(newest).countAtLeast]).toEqual([[ids[2], ids[1]], 3])
    expect(idsOf(await open(pageOf(newest).next))).toEqual([ids[0]])
    expect(idsOf(await list({ since, offset: 1 }))).toEqual([ids[1], ids[0]])
    const detailed = pageOf(await list({ since, limit: 1, details: 'true' }, readApiKey)).results
    expect(detailed).toMatchObject([
      {
        details: {
          payload: attempts[2]?.body.toString(),
          attempts: [{ status: 200, requestHeaders: { 'X-Service-Delivery': ids[2] } }],
        },
      },
    ])

    const [delivery] = pageOf(await list({ since, offset: 2 })).results
    const { messageId = '', conversationId = '' } = delivery ?? {}
    expect(delivery).toMatchObject({ id: ids[0], status: 'delivered', webhookName: expect.any(String), cause: null })
    for (const filter of [{ messageId }, { conversationId }, { messageId, conversationId, status: 'delivered' }])
      expect([filter, idsOf(await list(filter))]).toEqual([filter, [ids[0]]])
    for (const filter of [{ messageId, status: 'failed' }, { messageId: conversationId }, { conversationId: ids[0] }])
      expect([filter, idsOf(await list(filter))]).toEqual([filter, []])
    expect(idsOf(await list({ messageId }, otherOrganization.apiKey))).toEqual([])
    expect(idsOf(await list({ messageId, offset: 1001 }))).toEqual([])
    for (const [query, path] of [
      [{ webhookId: otherOrganization.webhookId }, 'webhookId'],
      [{ cursor: 'newer.1234' }, 'cursor'],
    ] as const)
      expect(await list(query)).toMatchObject({ status: 400, body: { details: [{ path }] } })

    const details = await call('GET', `/webhook-deliveries/${ids[0]}/`, undefined, readApiKey)
    const shown = v.parse(endpoints['webhook-deliveries/get'].response, details.body)
    expect(shown).toMatchObject({ ...delivery, payload: first?.body.toString(), url: webhook.url, fix: null })
    const headers = Object.entries(shown.attempts[0]?.requestHeaders ?? {})
    expect(headers.map(([name]) => name)).toContain('X-Service-Signature')
    for (const [name, value] of headers) expect([name, first?.headers[name.toLowerCase()]]).toEqual([name, value])

    const webhooks = await call('GET', '/webhooks/', undefined, readApiKey)
    const got = await Promise.all(service.ready.webhooks.map(({ id }) => call('GET', `/webhooks/${id}/`)))
    // The counters of the health are updated with a delay.
    const shownWebhooks = got.map(({ body }) => ({ ...Object(body), health: expect.any(Object) }))
    expect(webhooks.body).toMatchObject({ count: got.length, results: shownWebhooks })
    expect(JSON.stringify([webhooks, newest, details].map(({ body }) => body))).not.toContain('whsec_')
  })

  test('counts and replays failed deliveries', async () => {
    service.receiver.behave(PATH, { status: 404 })
    const since = new Date().toISOString()
    const { deliveryId } = await firstAttempt()
    await whenEnded(deliveryId, 'failed')
    service.receiver.reset()
    const { webhook, otherOrganization } = service.ready
    const replay = (body: object, apiKey?: string) => call('POST', '/webhook-deliveries/replay/', body, apiKey)
    // The failure index is eventually consistent.
    await vi.waitFor(async () => {
      const counted = await replay({ since, dryRun: true })
      expect(counted.body).toMatchObject({
        webhooks: [{ webhookId: webhook.id, count: 1, refusal: null, replay: null }],
      })
    }, WAIT)
    expect(await replay({ since, webhookId: otherOrganization.webhookId })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'webhookId' }] },
    })
    expect((await replay({ since }, otherOrganization.apiKey)).body).toEqual({ webhooks: [] })
    const started = await replay({ since })
    expect(started).toMatchObject({ status: 200, body: { webhooks: [{ replay: { total: 1 } }] } })
    const copy = await service.receiver.next(({ verdict }) => verdict.ok, 30_000)
    expect(pageOf(await list({ since, status: 'failed' })).results).toMatchObject([
      { id: deliveryId, replayedAs: copy.deliveryId },
    ])
    const [part] = v.parse(endpoints['webhook-deliveries/replay-failed'].response, started.body).webhooks
    const progress = (apiKey?: string, id = part?.replay?.id) =>
      call('GET', `/webhooks/${webhook.id}/replays/${id}/`, undefined, apiKey)
    await vi.waitFor(async () => {
      const { body } = await progress()
      expect(body).toMatchObject({
        ...part?.replay,
        status: 'done',
        replayed: 1,
        delivered: 1,
        updatedAt: expect.any(String),
        finishedAt: expect.any(String),
      })
    }, WAIT)
    for (const missing of [
      await progress(otherOrganization.apiKey),
      await progress(undefined, deliveryId),
      await progress(undefined, 'x'),
    ])
      expect(missing).toMatchObject({ status: 404, body: { error: expect.stringContaining('No such replay') } })
  })

  test('tells an API key what it is', async () => {
    expect((await call('GET', '/me/', undefined, service.ready.readApiKey)).body).toMatchObject({
      organization: { id: derivedId('demo organization', 'Demo'), name: 'Demo' },
      user: { role: 'admin' },
      permission: 'read',
      rateLimit: { requestsPerMinute: expect.any(Number), burst: expect.any(Number) },
    })
  })

  test('is healthy while the table can be read, without an API key', async () => {
    const { baseUrl } = service.ready
    const health = async () => {
      const response = await fetch(`${baseUrl}/health`)
      return [response.status, await response.json()]
    }
    const { physicalId } = service.cloud.resource('HealthGet', 'AWS::Lambda::Function')
    const plan = { function: physicalId, action: 'GetItem', nth: 1, times: 3, kind: 'fail-before' } as const
    service.cloud.endIdleWorkers((name) => name === physicalId)
    const fault = service.cloud.faults.plan(plan)
    expect(await health()).toEqual([503, { status: 'unavailable' }])
    fault.cancel()
    service.cloud.endIdleWorkers((name) => name === physicalId)
    expect(await health()).toEqual([200, { status: 'ok' }])
  })
})
