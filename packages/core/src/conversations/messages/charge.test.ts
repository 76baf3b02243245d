import { expect, test } from 'vitest'
import { chargeOf } from './charge.ts'

const pricing = { billable: true, model: 'PMP', type: 'regular', category: 'utility' }
const report = { pricing, recipient: '5511999990000' }
const charge = { phoneNumberId: '1', country: 'BR', category: 'utility', type: 'regular', billable: true }
const other = { ...pricing, category: 'marketing' }

test.each([
  ['delivered', report, { status: 'delivered' }, charge],
  ['read before it was reported as delivered', report, { status: 'read' }, charge],
  [
    'delivered, and the price came with `sent`',
    { recipient: report.recipient },
    { status: 'delivered', pricing },
    charge,
  ],
  ['to a customer without a number', { pricing, recipient: 'BR.1' }, { status: 'delivered' }, charge],
  ['to nobody that is known', { pricing }, { status: 'delivered' }, { ...charge, country: '' }],
  ['sent only', report, { status: 'sent' }, undefined],
  ['failed', report, { status: 'failed' }, undefined],
  ['called delivered by a person', report, { status: 'delivered', markedAt: 1 }, undefined],
  ['delivered without a price', { recipient: report.recipient }, { status: 'delivered' }, undefined],
  ['counted already', { pricing: other, recipient: report.recipient }, { status: 'read', charge }, undefined],
] as const)('a message %s', (_, reported, stored, expected) => {
  expect(chargeOf('1', reported, stored)).toEqual(expected)
})
