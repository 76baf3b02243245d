import { expect, test } from 'vitest'
import { addCharges, type Charge, EMPTY_BILL, totalOf } from './month-bill.ts'

const card = {
  date: '2026-11-28',
  rates: [
    { country: 'BR', category: 'service', from: '2026-10-01', microUsd: 3400 },
    { country: 'BR', category: 'utility', from: '2026-01-01', microUsd: 6800 },
    { country: 'BR', category: 'utility', from: '2026-01-01', above: 2, microUsd: 6460 },
  ],
  free: [{ category: 'service', from: '2026-10-01', messages: 2 }],
}
const at = Date.parse('2026-11-03T10:00:00Z')
const reply: Charge = {
  country: 'BR',
  category: 'service',
  type: 'regular',
  billable: true,
  at,
  agentId: 'a',
  modelMicroUsd: 7,
}
const freeReply = { ...reply, billable: false, type: 'free_customer_service' }
const entryPoint = { ...reply, billable: false, type: 'free_entry_point' }
const utility = { ...reply, category: 'utility', agentId: '', modelMicroUsd: 0 }

test.each([
  ['the free ones of the month come first', [reply, reply, reply], [0, 0, 3400]],
  ['a reply that the provider calls free uses a free one', [freeReply, reply, reply], [0, 0, 3400]],
  ['one after an ad does not', [entryPoint, reply, reply, reply], [0, 0, 0, 3400]],
  ['a free one is free in a country without a rate', [{ ...reply, country: 'DE' }], [0]],
  ['the tier changes the price', [utility, utility, utility], [6800, 6800, 6460]],
  [
    'another country has its own tier',
    [utility, utility, { ...utility, country: 'DE' }, utility],
    [6800, 6800, undefined, 6460],
  ],
  [
    'before the first day nothing is free or known',
    [{ ...reply, at: Date.parse('2026-09-30T23:59:59Z') }],
    [undefined],
  ],
])('prices: %s', (_, charges, prices) => {
  expect(addCharges(EMPTY_BILL, charges, card).prices).toEqual(prices)
  // One after the other makes the same bill.
  const each = [...charges].reduce((bill, charge: Charge) => addCharges(bill, [charge], card).bill, EMPTY_BILL)
  expect(each).toEqual(addCharges(EMPTY_BILL, charges, card).bill)
})

test('a bill has sums by agent, and counts what has no known price', () => {
  const { bill } = addCharges(EMPTY_BILL, [reply, reply, reply, utility, { ...utility, country: 'DE' }], card)
  expect(bill.agents).toEqual({
    a: { messages: 3, unpriced: 0, microUsd: 3400, modelMicroUsd: 21 },
    '': { messages: 2, unpriced: 1, microUsd: 6800, modelMicroUsd: 0 },
  })
  expect(totalOf(bill)).toEqual({ messages: 5, unpriced: 1, microUsd: 10_200, modelMicroUsd: 21 })
})
