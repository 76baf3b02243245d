import { expect, test } from 'vitest'
import { Identity } from './identity.ts'
import { type Names, nameKey, namesIn } from './names.ts'
import { planChange } from './plan-change.ts'
import { planSighting } from './plan-sighting.ts'

const [OLD, NEW] = ['447700900200', '447700900999']
const [DAY, START] = [86_400_000, 1_795_167_600_000]

/** An organisation without customers, whose changes stay in memory. */
function organisation() {
  let count = 0
  const written = new Set<string>()
  const identity = new Identity('o', { names: new Map(), customers: new Map(), written }, () => `c${++count}`)
  return {
    write(names: Names, at: number, account = 'account') {
      const id = planSighting(identity, { names, at, evidence: 'message', account }, at)
      written.add(id)
      return id
    },
    call: (names: Names, at: number) => planSighting(identity, { names, at, evidence: 'api' }, at),
    change: (before: Names, after: Names, at: number) =>
      planChange(identity, { before, after, at, evidence: 'notice', account: 'account' }),
    /** As an erasure does until its end: the names lead to a customer who does not exist yet. */
    erase(id: string, successor: string) {
      const ids = identity.current(id, 'user_id')
      for (const [name, owners] of identity.owners)
        identity.owners.set(
          name,
          owners.map((owner) =>
            owner.customerId === id
              ? { ...owner, customerId: successor, ...(ids.length > 0 && { users: ids }) }
              : owner,
          ),
        )
      identity.customers.delete(id)
    },
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

test('during an erasure, the names lead to one new customer, and another user id with the number is another person', () => {
  const { write, erase, holder } = organisation()
  erase(write({ contactNumber: OLD, contactUserId: 'GB.1' }, START), 'successor')
  const other = write({ contactNumber: OLD, contactUserId: 'GB.3' }, START + DAY)
  expect(other).not.toBe('successor')
  expect(write({ contactNumber: OLD, contactUserId: 'GB.1' }, START + 1000)).toBe('successor')
  expect(holder({ contactNumber: OLD })).toEqual([other])
})

test('a notice during an erasure is about the new customer', () => {
  const { write, erase, change, holder } = organisation()
  erase(write({ contactNumber: OLD, contactUserId: 'GB.1' }, START), 'successor')
  change({ contactNumber: OLD }, { contactNumber: NEW }, START + DAY)
  expect(holder({ contactNumber: NEW })).toEqual(['successor'])
  expect(write({ contactNumber: OLD, contactUserId: 'GB.1' }, START + 1000)).toBe('successor')
  expect(write({ contactNumber: OLD }, START + 2 * DAY)).not.toBe('successor')
})

test('another user id on another account can be the same person', () => {
  const { write } = organisation()
  const customer = write({ contactNumber: OLD, contactUserId: 'GB.1' }, START, 'one')
  expect(write({ contactNumber: OLD, contactUserId: 'GB.9' }, START + DAY, 'other')).toBe(customer)
  expect(write({ contactNumber: OLD, contactUserId: 'GB.3' }, START + 2 * DAY, 'other')).not.toBe(customer)
})
