// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { itemsOf, uploadTo } from '../agents/agent-fixtures.ts'
import { callers, idOf } from '../support/service.ts'
import type { DashboardSession } from './session.ts'
import { startSignedIn } from './start-signed-in.ts'

let service: Service
let demo: DashboardSession
let other: DashboardSession
beforeAll(async () => {
  ;({ service, demo, other } = await startSignedIn())
})
afterAll(() => service?.stop())
const { api } = callers(() => service)

test('the text of a document is shown in passages, to its organisation only', async () => {
  const agentId = idOf(await api('POST', '/agents/', { name: 'Ada' }))
  const lines = Array.from(
    { length: 2000 },
    (_, n) => `Chair ${n} costs ${n} euros, and is delivered within three days.`,
  )
  const file = new File([`# Prices\n${lines.join('\n\n')}`], 'prices.md')
  const documentId = idOf(await uploadTo(service, `/agents/${agentId}/documents/`, file, {}, {}))
  await vi.waitUntil(
    async () => itemsOf(await api('GET', `/agents/${agentId}/`), 'documents').every(({ status }) => status === 'ready'),
    { timeout: 60_000, interval: 200 },
  )
  const path = `/v1/agents/${agentId}/texts/${documentId}/`
  const first = Object((await demo.call('GET', path)).body)
  expect(first).toMatchObject({ passages: { length: 100, 0: { place: 'Prices' } } })
  expect(first.total).toBeGreaterThan(100)
  expect(await demo.call('GET', `${path}?offset=100`)).toMatchObject({
    status: 200,
    body: { total: first.total, passages: { length: Math.min(100, first.total - 100) } },
  })
  expect(await demo.call('GET', `${path}?offset=x`)).toMatchObject({ status: 400 })
  expect(await other.call('GET', path)).toMatchObject({ status: 404 })
  const unknown = `/v1/agents/${agentId}/texts`
  expect(await demo.call('GET', `${unknown}/${agentId}/`)).toMatchObject({ body: { total: 0, passages: [] } })
  expect(await demo.call('GET', `${unknown}/..%2Fx/`)).toMatchObject({ status: 404 })
})
