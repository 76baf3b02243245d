import { printable } from '@replywright/contract/printable.ts'
import type { InboxRows } from './inbox-rows.ts'

const KEY = 'notify-waiting'
const LONGEST_TITLE = 100
const LONGEST_BODY = 300

/** Returns whether the user wants notifications and the browser allows them. */
export function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted' && localStorage.getItem(KEY) !== null
}

/** Shows a notification. Returns whether the browser can: Chrome for Android has the constructor, which throws. */
export function notify(title: string, options?: NotificationOptions): boolean {
  try {
    const body = options?.body
    new Notification(printable(title, { longest: LONGEST_TITLE }), {
      ...options,
      ...(body !== undefined && { body: printable(body, { longest: LONGEST_BODY }) }),
    })
    return true
  } catch {
    return false
  }
}

/** Turns notifications on or off in this browser. Returns whether they are on: the user can refuse the permission. */
export async function setNotify(isOn: boolean): Promise<boolean> {
  localStorage.removeItem(KEY)
  if (!isOn || !('Notification' in window) || (await Notification.requestPermission()) !== 'granted') return false
  if (!notify('Notifications are on')) return false
  localStorage.setItem(KEY, 'on')
  return true
}

/** Returns the conversations that were not known. None of the first ones is new. */
export function newOnes<Row extends { readonly id: string }>(
  known: ReadonlySet<string> | undefined,
  rows: readonly Row[],
): readonly Row[] {
  return known ? rows.filter(({ id }) => !known.has(id)) : []
}

/** Returns the number of customers who wait: `3`, `100+`, or an empty text if there are none. */
export function waitingCount({ rows, hasMore }: { readonly rows: readonly unknown[] } & Pick<InboxRows, 'hasMore'>) {
  return rows.length === 0 ? '' : `${rows.length}${hasMore ? '+' : ''}`
}
