import { expect, test } from 'vitest'
import { Identity, planChange, planSighting } from './identity.ts'
import { type Names, nameKey, namesIn } from './names.ts'

const [OLD, NEW] = ['447700900200', '447700900999']
const [DAY, START] = [86_400_000, 1_795_167_600_000]

/** An organisation without customers, whose changes stay in memory. */
function organisation() {
  let count = 0
  const written = new Set<string>()
  const identity = new Identity('o', { names: new Map(), customers: new Map(), written }, () => `c${++count}`)
  const userIds = new Map<string, string>()
  return {
    write(names: Names, at: number) {
      const id = planSighting(identity, { names, at, evidence: 'message' }, (each) => userIds.get(each), at)
      written.add(id)
      if (names.contactUserId) userIds.set(id, names.contactUserId)
      return id
    },
    call: (names: Names, at: number) => planSighting(identity, { names, at, evidence: 'api' }, () => undefined, at),
    change: (before: Names, after: Names, at: number) =>
      planChange(identity, { before, after, at, evidence: 'notice' }),
    merges: identity.merges,
    holder: (names: Names) => namesIn(names).map((name) => identity.holderOf(name)),
    names: (id: string) => identity.customers.get(id)?.names.map((name) => [nameKey(name), name.until]),
  }
}

test('what was sent before a number was left is of the one who left it', () => {
  const { write, change } = organisation()
  const customer = write({ contactNumber: OLD }, START)
  change({ contactNumber: OLD }, { contactNumber: NEW }, START + DAY)
  expect(write({ contactNumber: OLD }, START + 1000)).toBe(customer)
  expect(write({ contactNumber: NEW }, START + DAY)).toBe(customer)
  const next = write({ contactNumber: OLD }, START + 2 * DAY)
  expect(next).not.toBe(customer)
  expect(write({ contactNumber: OLD }, START + 2000)).toBe(customer)
})

test('a repeated notice takes nothing from the next owner', () => {
  const { write, change, holder } = organisation()
  write({ contactNumber: OLD }, START)
  change({ contactNumber: OLD }, { contactNumber: NEW }, START + DAY)
  const next = write({ contactNumber: OLD }, START + 2 * DAY)
  change({ contactNumber: OLD }, { contactNumber: NEW }, START + DAY)
  expect(holder({ contactNumber: OLD })).toEqual([next])
})

test('a new user id is the customer’s, also if the notice has no number or comes after a message', () => {
  const { write, change } = organisation()
  const hidden = write({ contactUserId: 'GB.1' }, START)
  change({ contactUserId: 'GB.1' }, { contactUserId: 'GB.2' }, START + DAY)
  expect(write({ contactUserId: 'GB.2' }, START + DAY)).toBe(hidden)
  write({ contactUserId: 'GB.3' }, START + 2 * DAY)
  expect(change({ contactUserId: 'GB.2' }, { contactUserId: 'GB.3' }, START + 2 * DAY)).toBe(hidden)
  expect(write({ contactUserId: 'GB.3' }, START + 3 * DAY)).toBe(hidden)
})

test('another user id with the same number is another person', () => {
  const { write, holder } = organisation()
  const first = write({ contactNumber: OLD, contactUserId: 'GB.1' }, START)
  const second = write({ contactNumber: OLD, contactUserId: 'GB.2' }, START + DAY)
  expect(second).not.toBe(first)
  expect(holder({ contactNumber: OLD, contactUserId: 'GB.1' })).toEqual([first, second])
  expect(write({ contactNumber: OLD, contactUserId: 'GB.1' }, START + 1000)).toBe(first)
})

test('a hidden customer who shares the number to which the business wrote is one customer', () => {
  const { write, call, merges } = organisation()
  const called = call({ contactNumber: OLD }, START)
  const hidden = write({ contactUserId: 'GB.1' }, START + DAY)
  expect(write({ contactNumber: OLD, contactUserId: 'GB.1' }, START + 2 * DAY)).toBe(hidden)
  expect(merges).toEqual([{ from: called, into: hidden }])
})

test('a number has one customer in all its spellings', () => {
  const { write, call } = organisation()
  const customer = write({ contactNumber: '554187650002' }, START)
  expect(call({ contactNumber: '5541987650002' }, START + DAY)).toBe(customer)
})

test('a username never finds a customer, because it can be another person’s', () => {
  const { write, holder } = organisation()
  const first = write({ contactUserId: 'GB.1', contactUsername: 'alex' }, START)
  const second = write({ contactUserId: 'GB.2', contactUsername: 'Alex' }, START + DAY)
  expect(second).not.toBe(first)
  expect(holder({ contactUsername: 'alex' })).toEqual([second])
})
