// @module-tag long
// @module-tag full
import { randomUUID } from 'node:crypto'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { CHECKS } from '@replywright/contract/dashboard/operations.ts'
import { deadLetterQueues } from '@replywright/contract/queues.ts'
import { describe, expect, test, vi } from 'vitest'
import { writeLostDelivery } from '../deliveries/lost-delivery.ts'
import { clientOf } from '../support/administrator.ts'
import { bodyFor, pathOf } from './every-endpoint.ts'
import { organizationOf } from './people.ts'
import { demo, other, service, signInBeforeAll, webhooks } from './signed-in.ts'
import { bodyOf, WAIT } from './webhooks.ts'

signInBeforeAll({ agentAnswers: true })

const contract = dashboardEndpoints

describe('operations', () => {
  test('are available to operators only', async () => {
    const queues = bodyOf(contract['operations/queues'], await demo.call('GET', '/v1/operations/queues/'))
    expect(queues).toContainEqual(
      expect.objectContaining({ name: 'deliveries', kind: 'dead-letter', redrivesTo: 'deliveries' }),
    )
    expect(queues).toContainEqual(expect.objectContaining({ name: 'turns', kind: 'work' }))
    expect(bodyOf(contract['operations/alarms'], await demo.call('GET', '/v1/operations/alarms/'))).not.toHaveLength(0)
    for (const [key, endpoint] of Object.entries(contract))
      if (key.startsWith('operations/'))
        expect(await other.call(endpoint.method, pathOf(endpoint, 'deliveries'), bodyFor(endpoint))).toMatchObject({
          status: 403,
        })
  })

  test('show the history of queues', async () => {
    const path = '/v1/operations/queue-history/'
    const { periodSeconds, queues } = bodyOf(contract['operations/queue-history'], await demo.call('GET', path))
    const turns = queues.find(({ kind, name }) => kind === 'work' && name === 'turns')
    expect([periodSeconds * (turns?.waiting.length ?? 0), turns?.oldestAgeSeconds.length]).toEqual([86_400, 96])
    expect([turns?.waiting[0], turns?.waiting.at(-1)]).toEqual([null, expect.any(Number)])
    expect(queues).toHaveLength(16)
  })

  test('reconcile in steps: a lost delivery is found, sent again, and found no more', async () => {
    const { id, url } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/lost') })
    const organization = await organizationOf(demo)
    const at = Date.now() - 3_600_000
    const lost = await writeLostDelivery(service.cloud, { organizationId: organization.id, webhookId: id, at })
    const step = async (body: object) =>
      bodyOf(contract['operations/reconcile'], await demo.call('POST', '/v1/operations/reconcile/', body))
    const whole = await step({ dryRun: true })
    expect(whole).toMatchObject({ cursor: null, overdue: { deliveries: 1 } })
    const cursor = Buffer.from(JSON.stringify({ pk: 'settings', sk: 'provider' })).toString('base64url')
    expect((await step({ dryRun: true, cursor })).scanned).toBeLessThan(whole.scanned)
    expect(await step({})).toMatchObject({ cursor: null, overdue: { deliveries: 1 } })
    const { pathname } = new URL(url)
    await service.receiver.next(({ deliveryId, path }) => deliveryId === lost.id && path === pathname, WAIT.timeout)
    await vi.waitFor(async () => expect((await step({})).overdue).toMatchObject({ deliveries: 0 }), WAIT)
    expect(await demo.call('POST', '/v1/operations/reconcile/', { cursor: 'lost' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'cursor' }] },
    })
  })

  test('run the checks of the deployment', async () => {
    const check = (name: string) => demo.call('GET', `/v1/operations/checks/${name}/`)
    for (const name of CHECKS) {
      const findings = bodyOf(contract['operations/check'], await check(name))
      expect([name, findings.filter(({ state }) => state === 'unknown')]).toEqual([name, []])
      expect(findings).not.toHaveLength(0)
    }
    expect(bodyOf(contract['operations/check'], await check('table'))).toMatchObject([{ state: 'ok' }])
    expect(await check('luck')).toMatchObject({ status: 404 })
  })

  test('list, redrive and purge dead letters', async () => {
    const { id, url: target } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/dead') })
    const control = (status: number) =>
      fetch(`${new URL(target).origin}/_control/dead`, { method: 'PUT', body: JSON.stringify({ status }) })
    await control(500)
    const [first, second, third, fourth] = [
      await webhooks.sendTest(id),
      await webhooks.sendTest(id),
      await webhooks.sendTest(id),
      await webhooks.sendTest(id),
    ]
    const place = '/v1/operations/queues/deliveries'
    const letters = async () =>
      bodyOf(contract['operations/dead-letters'], await demo.call('GET', `${place}/messages/`)).messages
    const letterOf = async (deliveryId: string) =>
      (await letters()).find(({ delivery }) => delivery?.id === deliveryId)?.messageId
    await vi.waitFor(async () => expect(await letters()).toHaveLength(4), WAIT)
    const check = await demo.call('GET', '/v1/operations/checks/queues/')
    expect(bodyOf(contract['operations/check'], check)).not.toContainEqual(
      expect.objectContaining({ state: 'unknown' }),
    )
    expect(bodyOf(contract['operations/queues'], await demo.call('GET', '/v1/operations/queues/'))).toContainEqual(
      expect.objectContaining({ name: 'deliveries', kind: 'dead-letter', oldestAgeSeconds: expect.any(Number) }),
    )
    await control(200)
    const messageId = await letterOf(first)
    expect(await demo.call('POST', `${place}/redrive/`, { messageId })).toMatchObject({ body: { moved: 1 } })
    await webhooks.deliveryOnce(first, 'delivered')
    expect(await demo.call('POST', `${place}/purge/`, { messageIds: [await letterOf(second)] })).toMatchObject({
      body: { purged: 1 },
    })
    const messageIds = [await letterOf(third), await letterOf(fourth)]
    expect(await demo.call('POST', `${place}/redrive/`, { messageIds })).toMatchObject({ body: { moved: 2 } })
    for (const each of [third, fourth]) await webhooks.deliveryOnce(each, 'delivered')
    expect(await letters()).toEqual([])
    expect(await demo.call('POST', `${place}/redrive/`, { messageIds })).toMatchObject({ status: 404 })
    expect(await demo.call('POST', `${place}/redrive/`, { messageIds: [] })).toMatchObject({ status: 400 })
    expect(await demo.call('POST', `${place}/purge/`, { messageIds: ['lost'] })).toMatchObject({ status: 404 })
    expect(await demo.call('POST', `${place}/purge/`, {})).toMatchObject({ status: 400 })
    expect(await demo.call('POST', `${place}/redrive/`)).toMatchObject({ status: 200, body: { moved: null } })
    await vi.waitFor(
      async () => expect(await demo.call('GET', `${place}/redrive/`)).toMatchObject({ body: { status: 'done' } }),
      WAIT,
    )
  })
})

// The workers retry the redriven messages, so this test is the last.
test('operators can list, redrive and purge the messages of every other dead-letter queue', async () => {
  const queues = deadLetterQueues(Object.assign({}, ...Object.values(service.cloud.outputs)))
  for (const { name, url } of queues.filter((queue) => queue.name !== 'deliveries')) {
    const place = `/v1/operations/queues/${name}`
    const letters = async () => Object((await demo.call('GET', `${place}/messages/`)).body).messages
    for (const letter of ['first', 'second', 'third'])
      await clientOf(SQSClient, service.cloud).send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: JSON.stringify({ letter }),
          ...(url.endsWith('.fifo') && { MessageGroupId: letter, MessageDeduplicationId: randomUUID() }),
        }),
      )
    await vi.waitFor(async () => expect([name, (await letters()).length]).toEqual([name, 3]), WAIT)
    const [{ messageId }, { messageId: next }] = await letters()
    expect(await demo.call('POST', `${place}/purge/`, { messageIds: [messageId] })).toMatchObject({
      body: { purged: 1 },
    })
    expect(await demo.call('GET', `${place}/redrive/`)).toMatchObject({ status: 200, body: { status: 'none' } })
    const redriven = await demo.call('POST', `${place}/redrive/`, { messageId: next })
    if (name === 'relay' || name === 'schedules') {
      expect([name, redriven.status]).toEqual([name, 409])
      continue
    }
    expect([name, redriven.body]).toEqual([name, { moved: 1 }])
    expect(await demo.call('POST', `${place}/redrive/`)).toMatchObject({ status: 200, body: { moved: null } })
    await vi.waitFor(
      async () => expect(await demo.call('GET', `${place}/redrive/`)).toMatchObject({ body: { status: 'done' } }),
      WAIT,
    )
  }
  // The ages of messages are only asked for while a work queue contains some.
  expect(await demo.call('GET', '/v1/operations/checks/queues/')).toMatchObject({ status: 200 })
})
