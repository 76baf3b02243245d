// @module-tag full
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { bodyOf, webhooksOf } from '../dashboard/webhooks.ts'
import { callers, startTestService } from '../support/service.ts'

let service: Service
let demo: DashboardSession
beforeAll(async () => {
  service = await startTestService()
  demo = await signInToDashboard(service)
})
afterAll(() => service?.stop())

const { api, apiOfOther } = callers(() => service)

const listed = async (query: string) =>
  bodyOf(endpoints['webhook-deliveries/list'], await api('GET', `/webhook-deliveries/?${query}`)).results

test('deliveries of a deleted webhook are read by its id or theirs, are in no other list, and are not replayed', async () => {
  const webhooks = webhooksOf(service, demo)
  const webhook = await webhooks.createWebhook({ name: 'Deleted', events: ['message.received', 'test.ping'] })
  const id = await webhooks.sendTest(webhook.id)
  await webhooks.deliveryOnce(id, 'delivered')
  const { conversationId, messageId } = await webhooks.deliveryOnce(id, 'delivered')
  const ids = async (query: string) => (await listed(query)).map((delivery) => delivery.id)
  expect(await ids('event=test.ping&limit=100')).toContain(id)

  expect(await demo.call('DELETE', `/v1/webhooks/${webhook.id}/`)).toMatchObject({ status: 204 })
  expect(await ids(`webhookId=${webhook.id}`)).toEqual([id])
  expect(await ids(`webhookId=${webhook.id}&event=test.ping&status=delivered`)).toEqual([id])
  expect(await api('GET', `/webhook-deliveries/${id}/`)).toMatchObject({
    status: 200,
    body: { id, webhookId: webhook.id, status: 'delivered', attempts: [{}] },
  })
  for (const query of ['limit=100', 'event=test.ping&limit=100', 'status=delivered&limit=100'])
    expect(await ids(query)).not.toContain(id)
  if (conversationId) expect(await ids(`conversationId=${conversationId}&limit=100`)).not.toContain(id)
  if (messageId) expect(await ids(`messageId=${messageId}&limit=100`)).not.toContain(id)
  const shown = await demo.call('GET', `/v1/webhook-deliveries/?webhookId=${webhook.id}`)
  expect(bodyOf(contract['webhook-deliveries/list'], shown).results.map((delivery) => delivery.id)).toEqual([id])

  const GONE = { status: 409, body: { code: 'conflict', reason: 'webhook_deleted' } }
  expect(await api('POST', `/webhook-deliveries/${id}/replay/`)).toMatchObject(GONE)
  expect(await demo.call('POST', `/v1/webhook-deliveries/${id}/replay/`)).toMatchObject(GONE)
  expect(await api('GET', `/webhooks/${webhook.id}/`)).toMatchObject({ status: 404 })
  expect(JSON.stringify((await api('GET', '/webhooks/?limit=100')).body)).not.toContain(webhook.id)

  // Nobody else reads them.
  expect(await apiOfOther('GET', `/webhook-deliveries/?webhookId=${webhook.id}`)).toMatchObject({
    status: 400,
    body: { details: [{ path: 'webhookId' }] },
  })
  expect(await apiOfOther('GET', `/webhook-deliveries/${id}/`)).toMatchObject({ status: 404 })
  expect(await apiOfOther('POST', `/webhook-deliveries/${id}/replay/`)).toMatchObject({ status: 404 })
})
