import { expect, test } from 'vitest'
import { deliveryLine, summaryLine } from './line.ts'

const delivery = { id: '0199f3a4-0000-7000-8000-000000000001', event: 'message.received' }
const at = new Date(2026, 0, 1, 9, 5, 7).getTime()
const start = `09:05:07  message.received               ${delivery.id}  `

test.each([
  [204, '', '204     12 ms'],
  [200, 'ok', '200     12 ms'],
  [500, '\n  TypeError: x is undefined\n  at y', '500     12 ms  TypeError: x is undefined'],
  [400, '\u001b[31mred\u001b[0m\u0007 text', '400     12 ms  red  text'],
  [302, '', '302     12 ms'],
  [500, 'x'.repeat(200), `500     12 ms  ${'x'.repeat(120)}…`],
  [undefined, 'ECONNREFUSED', '---     12 ms  connection refused: no server listens at this address'],
  [undefined, 'timeout', '---     12 ms  no response in time'],
  [undefined, 'ECONNRESET', '---     12 ms  no response (ECONNRESET)'],
])('shows a result with status %s and text %j', (status, text, end) => {
  expect(deliveryLine(delivery, { status, durationMs: 12.4, text }, at)).toBe(start + end)
})

test.each([
  [[0, 0, 0], 'Forwarded no deliveries.'],
  [[1, 0, 0], 'Forwarded 1 delivery: 1 accepted, 0 rejected, 0 without a response.'],
  [[3, 2, 1], 'Forwarded 6 deliveries: 3 accepted, 2 rejected, 1 without a response.'],
])('sums up %j', ([accepted = 0, rejected = 0, unanswered = 0], text) => {
  expect(summaryLine({ accepted, rejected, unanswered })).toBe(text)
})
