import { expect, test } from 'vitest'
import { lastOrganization, rememberLast } from './last-organization.ts'

function storage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('each user of a browser finds the organisation that they saw last', () => {
  const store = storage()
  rememberLast(store, 'sam', 'shop')
  rememberLast(store, 'kim', 'garage')
  rememberLast(store, 'sam', 'bakery')
  expect([lastOrganization(store, 'sam'), lastOrganization(store, 'kim'), lastOrganization(store, 'max')]).toEqual([
    'bakery',
    'garage',
    undefined,
  ])
})

test('an organisation that the user left is forgotten', () => {
  const store = storage()
  rememberLast(store, 'sam', 'shop')
  rememberLast(store, 'sam', undefined)
  expect(lastOrganization(store, 'sam')).toBeUndefined()
})
