// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callers, freshCustomer, idOf, startTestService } from '../support/service.ts'

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ event: v.string(), MessagesSent: v.optional(v.number()) }),
)

const lines: string[] = []
let service: Service
const { api } = callers(() => service)
beforeAll(async () => {
  service = await startTestService({ log: ({ line }) => lines.push(line) })
})
afterAll(() => service?.stop())

/** Returns the values of `MessagesSent` in the log, by outcome, as CloudWatch sums them. */
function sums(from: number): Readonly<Record<string, number>> {
  const found = lines.slice(from).flatMap((line) => {
    const parsed = v.safeParse(Line, line)
    return parsed.success && parsed.output.MessagesSent !== undefined ? [parsed.output] : []
  })
  return Object.fromEntries(
    [...Map.groupBy(found, ({ outcome }) => String(outcome))].map(([outcome, all]) => [
      outcome,
      all.reduce((sum, { MessagesSent = 0 }) => sum + MessagesSent, 0),
    ]),
  )
}

test.each([
  ['an expired token', 190],
  ['a missing permission', 10],
  ['an ended version of the API', 2635],
  ['a missing payment method', 131042],
])('messages that are refused for %s count towards the alarm', async (_, code) => {
  const customer = freshCustomer()
  await service.provider.sendAsCustomer({ from: customer, text: 'Hi' })
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer }))
  const from = lines.length
  service.provider.failNext({ code, times: 100, to: customer })
  for (let sent = 0; sent < 10; sent++) {
    const response = await api('POST', `/conversations/${id}/messages/`, { type: 'text', text: { body: `${sent}` } })
    expect(response.status).toBeGreaterThanOrEqual(400)
  }
  const { refused = 0, accepted = 0, unknown = 0 } = sums(from)
  expect([refused, accepted, unknown]).toEqual([10, 0, 0])
})

test.each([{ reset: 'before' as const }, { reset: 'after' as const }, { html: '<h1>Bad gateway</h1>', status: 502 }])(
  'messages for which the provider does not answer (%o) count towards the alarm',
  async (fault) => {
    const customer = freshCustomer()
    await service.provider.sendAsCustomer({ from: customer, text: 'Hi' })
    const id = idOf(await api('POST', '/conversations/', { toNumber: customer }))
    const from = lines.length
    service.provider.failNext({ ...fault, times: 3, to: customer })
    for (let sent = 0; sent < 3; sent++)
      await api('POST', `/conversations/${id}/messages/`, { type: 'text', text: { body: `${sent}` } })
    const { refused = 0, accepted = 0, unknown = 0 } = sums(from)
    expect([refused + unknown, accepted]).toEqual([3, 0])
  },
)

test('a message that is accepted and not delivered without a payment counts, and is a problem of the number', async () => {
  const customer = freshCustomer()
  await service.provider.sendAsCustomer({ from: customer, text: 'Hi' })
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer }))
  const from = lines.length
  await api('POST', `/conversations/${id}/messages/`, { type: 'text', text: { body: 'Hello' } })
  const { id: waId } = await service.provider.nextSent((message) => message.customer === customer)
  const error = { code: 131042, title: 'Business eligibility payment issue', details: 'No payment method' }
  await service.provider.reportStatus(waId, 'failed', error)
  await vi.waitFor(() => expect(sums(from)).toMatchObject({ refused: 1 }), { timeout: 15_000 })
  const { body } = await api('GET', '/phone-numbers/')
  expect(JSON.stringify(body)).toContain('"code":"131042"')
})
