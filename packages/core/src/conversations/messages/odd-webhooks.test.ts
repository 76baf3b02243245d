import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { NUMBER as CONNECTED, connectNumber } from '../../../../../test/support/connected-number.ts'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { changed, ODD, pathsOf } from '../../../../../test/support/odd-json.ts'
import { SAMPLES } from '../../../../../test/support/webhook-samples.ts'
import { readWebhook } from '../../channel/provider/read-webhook.ts'
import { handleWebhook } from './handle-webhook.ts'

const KEY = Buffer.alloc(32)
vi.mock('../../platform/secrets/secrets.ts', async (original) => ({
  ...(await original<object>()),
  capabilityKey: async () => KEY,
  findContactKey: async () => KEY,
}))

const NOW = Date.parse('2026-11-20T12:00:00Z')
const NUMBER = { ...CONNECTED, accountId: 'a' }

const table = memoryTable()
afterAll(() => table.restore())

const post = async (field: string, value: unknown) => {
  const body = { entry: [{ id: 'w', time: NOW / 1000, changes: [{ field, value }] }] }
  return await handleWebhook('provider', readWebhook(body, NOW), () => NOW)
}
const itemsOf = (name: string) => table.all().filter((item) => item._e === name)

/** Of `ODD`: `read-odd-webhook.test.ts` shows that all are read. */
const TRIED = ['missing', 'null', 'a negative number', 'a huge number', 'a name of every object', 'an object']

describe.each(Object.entries(SAMPLES))('%s', (_, { field, value }) => {
  beforeEach(async () => {
    table.clear()
    await connectNumber(NUMBER)
  })

  test('is stored, whatever a part of it is, so that the provider does not repeat it for days', async () => {
    for (const path of pathsOf(value).filter(([name]) => name !== 'messaging_product'))
      for (const [name, change] of ODD.filter(([name]) => TRIED.includes(name))) {
        const stored = await post(field, changed(value, path, change))
        expect(stored, `${path.join('.')} is ${name}`).toBe(true)
      }
  })
})

describe('a number that nobody has connected', () => {
  const OF_NUMBERS = ['text', 'echo', 'control', 'history', 'contacts of a phone', 'call', 'preference', 'status']
  test.each(OF_NUMBERS)('is noted once for: %s', async (name) => {
    table.clear()
    const { field, value } = SAMPLES[name] ?? { field: '', value: {} }
    const unknown = JSON.parse(
      JSON.stringify(value).replaceAll('"phone_number_id":"1"', `"phone_number_id":"9${name}"`),
    )
    expect([await post(field, unknown), await post(field, unknown)]).toEqual([true, true])
    expect(itemsOf('parked')).toMatchObject([{ reason: `events of the unknown number 9${name}` }])
    expect(JSON.stringify(table.all())).not.toContain('447700900200')
  })
})
