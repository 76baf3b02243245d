import type { Service } from '@messaging/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDeliveryLog, minuteOf, readDeliveriesPage } from '../deliveries/delivery-log.ts'
import { startTestService } from '../support/service.ts'
import { signInToDashboard } from './session.ts'

let service: Service

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

test('a page of deliveries has a constant read cost, and a filter reads each delivery once', async () => {
  const { cloud, ready, otherUser } = service
  const log = { webhookId: ready.otherOrganization.webhookId, count: 300, now: Date.now(), failedEvery: 100 }
  await fillDeliveryLog(cloud, log)
  const session = await signInToDashboard(service, otherUser)
  const read = (query: Readonly<Record<string, string>>) => readDeliveriesPage(cloud, session, query)
  // The first request also reads the caller.
  const [, newest, far, failed] = [
    await read({}),
    await read({}),
    await read({ until: minuteOf(log, 200) }),
    await read({ status: 'failed' }),
  ]
  for (const page of [newest, far]) {
    expect(page).toMatchObject({ shown: 20, nextCursor: expect.any(String) })
    expect(page.readUnits).toBeGreaterThan(1)
    expect(page.readUnits).toBeLessThanOrEqual(6)
  }
  expect(failed).toMatchObject({ shown: 3, nextCursor: null })
  expect(failed.readUnits).toBeLessThanOrEqual(40)
})
