import { expect, test } from 'vitest'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { chooseNumber } from './choose-number.ts'

const numberOf = (number: string, more: Partial<NumberItem> = {}): NumberItem => ({
  phoneNumberId: number,
  id: number,
  organizationId: 'O',
  number,
  sandbox: false,
  connectedAt: 0,
  ...more,
})
const SANDBOX = numberOf('447700900999', { sandbox: true })
const FIRST = numberOf('447700900100', { agentId: 'A' })
const SECOND = numberOf('447700900101', { agentId: 'B' })
const toNumber = '447700900200'

test.each([
  ['the only real number', [SANDBOX, FIRST], {}, FIRST],
  ['the only number of the agent', [FIRST, SECOND], { agentId: 'B' }, SECOND],
  ['the requested number', [SANDBOX, FIRST], { fromNumber: SANDBOX.number }, SANDBOX],
])('chooses %s', (_, numbers, wanted, chosen) => {
  expect(chooseNumber(numbers, { toNumber, ...wanted })).toBe(chosen)
})

test.each([
  [[SANDBOX], {}, 'fromNumber: is required: the organisation has no number but its sandbox number'],
  [[FIRST, SECOND], {}, 'fromNumber: is required: the organisation has several numbers'],
  [
    [FIRST, SECOND],
    { agentId: 'C' },
    'fromNumber: is required: the organisation has several numbers, and not exactly one of them is connected to the agent',
  ],
  [[FIRST], { fromNumber: SECOND.number }, 'fromNumber: no such number in this organisation'],
  [[FIRST], { toNumber: FIRST.number }, 'toNumber: must be the number of a contact, not the number to send from'],
])('%#: %j, %s', (numbers, wanted, message) => {
  expect(() => chooseNumber(numbers, { toNumber, ...wanted })).toThrow(expect.objectContaining({ message }))
})
