import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { requestReading } from './request-reading.ts'
import { websiteKey } from './website-config.ts'
import { newWebsite, WebsiteEntity, type WebsiteItem } from './website-entity.ts'

const NOW = Date.UTC(2026, 10, 29, 1)
const TOOL = { id: 'w', url: 'https://a.example/', prompt: '', active: true, daily: true, pages: [], cite: false }
const OFF = { ...TOOL, id: 'off', daily: false }
const KEY = { organizationId: 'o', agentId: 'a', websiteId: 'w', key: websiteKey(TOOL) }
const caller = { userId: 'u', organizationId: 'o', role: 'admin', permission: 'full', groups: [] } as const

vi.mock('../find-agent.ts', () => ({ getOwnAgent: async () => ({ settings: { websiteTools: [TOOL, OFF] } }) }))

const table = memoryTable()
afterAll(() => {
  table.restore()
  vi.resetAllMocks()
})
beforeEach(() => table.clear())

const store = async (more: Partial<WebsiteItem>) => {
  const item = newWebsite('o', 'a', { websiteId: 'w', key: KEY.key }, NOW - 1_000_000)
  await WebsiteEntity.put({ ...item, ...more }).go()
  return item
}
const read = { startedAt: NOW - 100_000, finishedAt: NOW - 90_000 }
const ask = async (now = NOW, toolId = 'w') => await requestReading(caller, 'a', toolId, now)
const sent = () => table.all().flatMap(({ _e, out }) => (_e === 'websiteRequest' ? [out] : []))

test('a request is stored with the message that has the website read', async () => {
  const { out } = await store(read)
  expect(await ask()).toEqual({ id: 'w', requestedAt: new Date(NOW).toISOString() })
  expect((await WebsiteEntity.get(KEY).go()).data).toMatchObject({ ...read, requestedAt: NOW })
  expect(sent()).toEqual([out])
})

test('of requests at the same time, one is accepted', async () => {
  await store({ ...read, requestedAt: NOW - 700_000 })
  const results = await Promise.allSettled([ask(), ask(NOW + 1), ask(NOW + 2)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'conflict', reason: 'reading_in_progress' }),
  })
  expect(sent()).toHaveLength(1)
})

test.each<[string, Partial<WebsiteItem>, object]>([
  ['was not read yet', {}, { reason: 'reading_in_progress' }],
  ['is being read', { startedAt: NOW - 1 }, { reason: 'reading_in_progress' }],
  ['was read on request', { ...read, requestedAt: NOW - 100_001 }, { name: 'RateLimitError', retryAfterSeconds: 500 }],
])('a website that %s is not read again', async (_, item, error) => {
  await store(item)
  await expect(ask()).rejects.toMatchObject(error)
  expect(sent()).toEqual([])
})

test('an unknown tool is a 404, one that is not read daily a 409, and one that is written meanwhile, too', async () => {
  await expect(ask(NOW, 'x')).rejects.toMatchObject({ status: 404 })
  await expect(ask(NOW, 'off')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('`daily`') })
  await expect(ask()).rejects.toMatchObject({ reason: 'changed_concurrently' })
})
