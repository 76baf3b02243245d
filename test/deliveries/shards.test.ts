// @module-tag full
import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { allShards, shardOf } from '@replywright/core/deliveries/shards.ts'
import { raiseShards } from '@replywright/core/deliveries/webhooks/raise-shards.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'

const WAIT = { timeout: 90_000, interval: 200 }
const MESSAGES = 8
const HOUR = 3_600_000

let service: Service
beforeAll(async () => {
  service = await startTestService()
  actAsAdministrator(service)
})
afterAll(async () => {
  // Functions cache the number of shards for a minute.
  service?.cloud.endIdleWorkers()
  await service?.stop()
})

const api = async (method: string, path: string) =>
  await callApi(service.ready.baseUrl, service.ready.apiKey, method, path)
const Page = v.object({ results: v.array(v.object({ id: v.string() })), next: v.nullable(v.string()) })

/** Sends messages one after the other, and returns the ids of their deliveries. */
async function deliver(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let sent = 0; sent < count; sent++) {
    const from = freshCustomer()
    await service.provider.sendAsCustomer({ from, text: `from ${from}` })
    const { deliveryId = '' } = await service.receiver.next(({ body }) => body.includes(`+${from}`), 30_000)
    ids.push(deliveryId)
  }
  return ids
}

test('a webhook with more shards has one log: its deliveries are sent, listed, found, retried and replayed', async () => {
  const organizationId = derivedId('demo organization', 'Demo')
  const webhookId = service.ready.webhook.id
  const earlier = await deliver(2)
  const now = Date.now()
  for (const at of [now - 2 * HOUR, now - HOUR]) await raiseShards({ organizationId, webhookId }, at)
  service.cloud.endIdleWorkers()

  service.receiver.behave('/demo', { status: [500, 200] })
  const ids = await deliver(MESSAGES)
  await vi.waitFor(async () => {
    const stored = await Promise.all(
      allShards({ shards: 4 }).map((shard) => DeliveryEntity.query.byId({ webhookId, shard }).go({ pages: 'all' })),
    )
    const byId = new Map(stored.flatMap(({ data }) => data).map((delivery) => [delivery.id, delivery]))
    for (const id of earlier) expect(byId.get(id)).toMatchObject({ shard: '0', status: 'delivered' })
    for (const id of ids) expect(byId.get(id)).toMatchObject({ shard: shardOf(id, 4), status: 'delivered' })
    expect(byId.get(ids[0] ?? '')).toMatchObject({ attemptCount: 2 })
  }, WAIT)

  const all = [...earlier, ...ids].toReversed()
  const first = v.parse(Page, (await api('GET', `/webhook-deliveries/?webhookId=${webhookId}&limit=6`)).body)
  expect(first.results.map(({ id }) => id)).toEqual(all.slice(0, 6))
  const response = await fetch(first.next ?? '', { headers: { 'X-API-Key': service.ready.apiKey } })
  const second = v.parse(Page, await response.json())
  expect(second.results.map(({ id }) => id).slice(0, 4)).toEqual(all.slice(6))

  for (const id of all)
    expect(await api('GET', `/webhook-deliveries/${id}/`)).toMatchObject({ status: 200, body: { id } })
  for (const id of [earlier[0], ids[0]]) {
    const replayed = await api('POST', `/webhook-deliveries/${id}/replay/`)
    expect(replayed).toMatchObject({ status: 201, body: { originId: id } })
    await service.receiver.next(({ deliveryId }) => deliveryId === idOf(replayed), 30_000)
  }
})
