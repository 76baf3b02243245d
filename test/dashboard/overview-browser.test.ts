// @module-tag full
import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '@replywright/core/deliveries/shards.ts'
import { readCounts, startOf, summarize } from '@replywright/core/deliveries/statistics/statistics.ts'
import { derivedTimeId, expiryAfter } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { toolInput } from '../agents/agent-fixtures.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { callApi, idOf } from '../support/service.ts'
import { batchWriter } from '../support/write-batches.ts'
import { describeInBrowser } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { type OpenDashboard, openDashboard } from './browser/open-dashboard.ts'
import { addMember, organizationOf } from './people.ts'
import { signInToDashboard } from './session.ts'
import { WAIT } from './webhooks.ts'

/** More than the overview could count by reading deliveries. */
const PENDING = 120

describeInBrowser('the overview', () => {
  let service: Service
  let demo: OpenDashboard

  beforeAll(async () => {
    demo = await openDashboard()
    service = demo.service
    actAsAdministrator(service)
    const { id } = service.ready.webhook
    await writePending(id)
    // The page reads new counts every 15 seconds or less often.
    await vi.waitFor(async () => {
      const now = Date.now()
      expect(summarize([await readCounts(id, startOf('24h', now))], '24h', now).pending).toBe(PENDING)
    }, WAIT)
    return demo.close
  })

  test('begins with first steps, counts every delivery of the period, and leads to exactly these', async () => {
    const { page } = demo
    await page.goto('/')
    const steps = page.getByRole('region', { name: 'Get started' })
    await steps.getByText(/^[1-6] of 6 done$/).waitFor()
    await steps.getByRole('list', { name: 'For developers' }).getByRole('link', { name: 'Create an API key' }).waitFor()
    await steps.getByRole('link', { name: 'Try your agent' }).waitFor()
    const deliveries = page.getByRole('region', { name: 'Deliveries, last 24 hours' })
    const pending = deliveries.getByRole('link', { name: String(PENDING), exact: true })
    await pending.waitFor()
    expect(await inspectPage(page)).toEqual([])

    await page.getByRole('link', { name: '7 days' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?period=7d')
    await page.getByRole('region', { name: 'Deliveries, last 7 days' }).getByRole('link', { name: '120' }).click()
    await page.waitForURL(/\/deliveries\?.*status=pending.*tests=hidden/)
    await page.getByRole('row').nth(20).waitFor()

    await page.goto(`/webhooks/${service.ready.webhook.id}`)
    const statistics = page.getByRole('region', { name: 'Statistics' })
    await statistics.getByRole('slider', { name: 'Response time over time' }).waitFor()
    await statistics.getByRole('link', { name: String(PENDING), exact: true }).waitFor()

    await page.goto('/')
    await steps.getByRole('button', { name: 'Hide these steps' }).click()
    await steps.waitFor({ state: 'detached' })
    const own = await signInToDashboard(service)
    const colleague = await addMember(service, 'colleague@example.com', (await organizationOf(own)).id, 'viewer')
    for (const [session, dismissed] of [
      [own, true],
      [colleague, false],
    ] as const)
      expect(await session.call('GET', '/v1/first-steps/')).toMatchObject({ status: 200, body: { dismissed } })
    expect(await colleague.call('POST', '/v1/first-steps/dismiss/')).toMatchObject({ status: 204 })
    expect(await colleague.call('GET', '/v1/first-steps/')).toMatchObject({ body: { dismissed: true } })
    expect(demo.consoleErrors).toEqual([])
  })

  test('names an agent whose tool has a problem, until it has none', async () => {
    const { page } = demo
    const { baseUrl, apiKey } = service.ready
    const tool = toolInput('Bearer token')
    const tools = [{ ...tool, apiSchema: { ...tool.apiSchema, url: '' } }]
    const agent = { name: 'Stock clerk', firstMessage: 'Hello', systemPrompt: 'Be brief.' }
    const created = await callApi(baseUrl, apiKey, 'POST', '/agents/', { ...agent, tools })
    await page.goto('/')
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await attention.getByText('A tool of Stock clerk has a problem.').waitFor()
    await attention.getByRole('link', { name: 'Stock clerk' }).click()
    await page.getByRole('link', { name: /^Tools 1\s*: problem$/ }).waitFor()
    await callApi(baseUrl, apiKey, 'PUT', `/agents/${idOf(created)}/`, { ...agent, tools: [tool] })
    await page.goto('/')
    await attention.waitFor()
    expect(await attention.getByText('Stock clerk').count()).toBe(0)
  })

  test('leads to a delivery behind those that one read examines, without a click', async () => {
    const { page } = demo
    const { id } = service.ready.webhook
    const old = Date.now() - 3_600_000
    const items = [itemOf(id, old - 1, '{"text":"the needle"}')]
    for (let index = 0; index < EXAMINED; index++) items.push(itemOf(id, old + index, '{}'))
    await batchWriter(service.cloud).write(items)
    await page.goto('/deliveries?q=the%20needle')
    await page.getByRole('table', { name: 'Deliveries' }).getByText('message.received').first().waitFor()
    await page.getByRole('button', { name: /^(Stop|Search older)$/ }).waitFor({ state: 'detached' })
    expect(await page.getByRole('table', { name: 'Deliveries' }).locator('tbody').getByRole('row').count()).toBe(1)
  })
})

/** A list examines as many deliveries for a page. */
const EXAMINED = 2_000

/** Returns a stored delivery that was delivered. */
function itemOf(webhookId: string, createdAt: number, payload: string) {
  const delivery = {
    webhookId,
    shard: FIRST_SHARD,
    id: derivedTimeId(createdAt, 'delivered', payload),
    event: 'message.received' as const,
    payload,
    createdAt,
    finishedAt: createdAt,
    status: 'delivered' as const,
    attemptCount: 1,
    roundStart: 0,
    expiresAt: expiryAfter(createdAt, 1),
  }
  return v.parse(Put, DeliveryEntity.put(delivery).params()).Item
}

const Put = v.object({ Item: v.record(v.string(), v.unknown()) })

/** Writes new deliveries that no message sends. */
async function writePending(webhookId: string): Promise<void> {
  const createdAt = Date.now()
  await Promise.all(
    Array.from({ length: PENDING }, (_, index) =>
      DeliveryEntity.create({
        webhookId,
        shard: FIRST_SHARD,
        id: derivedTimeId(createdAt, 'pending', String(index)),
        event: 'message.received',
        payload: '{}',
        createdAt,
        status: 'pending',
        attemptCount: 0,
        roundStart: 0,
        expiresAt: expiryAfter(createdAt, 1),
      }).go(),
    ),
  )
}
