import { afterEach, expect, test, vi } from 'vitest'
import { mayNotify, newOnes, notify, setNotify, waitingCount } from './notifications.ts'

afterEach(() => vi.unstubAllGlobals())

test('only customers who wait since the last look are new', () => {
  const rows = [{ id: '1' }, { id: '2' }]
  expect(newOnes(undefined, rows)).toEqual([])
  expect(newOnes(new Set(['1']), rows)).toEqual([{ id: '2' }])
})

/** Gives the page a browser's notifications, with the permission granted. `construct` is called by their constructor. */
function stubNotifications(construct: (title: string) => void) {
  class Notification {
    static readonly permission = 'granted'
    static readonly requestPermission = async () => 'granted'
    constructor(title: string) {
      construct(title)
    }
  }
  const stored = new Map<string, string>()
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('window', { Notification })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
}

test('notifications are on after the first was shown, until they are turned off', async () => {
  const shown: string[] = []
  stubNotifications((title) => shown.push(title))
  expect(await setNotify(true)).toBe(true)
  expect(mayNotify()).toBe(true)
  expect(shown).toEqual(['Notifications are on'])
  expect(await setNotify(false)).toBe(false)
  expect(mayNotify()).toBe(false)
})

test('notifications stay off in a browser whose pages cannot show any', async () => {
  stubNotifications(() => {
    throw new TypeError('Illegal constructor')
  })
  expect(notify('Ada waits')).toBe(false)
  expect(await setNotify(true)).toBe(false)
  expect(mayNotify()).toBe(false)
})

test.each([
  [0, false, ''],
  [3, false, '3'],
  [100, false, '100'],
  [100, true, '100+'],
])('%i rows (more: %s) are the count %j', (length, hasMore, count) => {
  expect(waitingCount({ rows: Array.from({ length }), hasMore })).toBe(count)
})
