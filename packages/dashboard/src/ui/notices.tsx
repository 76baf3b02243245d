import { printable } from '@replywright/contract/printable.ts'
import { Suspense, useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { lazyPart, persistently } from './lazy-part.ts'
import classes from './notices.module.css'

const Notifications = lazyPart(async () => (await import('@mantine/notifications')).Notifications)

const listeners = new Set<() => void>()
let isNeeded = false

/** Mounts the notifications, which are loaded with the first notice. */
function mountNotices(): void {
  isNeeded = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Notices() {
  const isShown = useSyncExternalStore(subscribe, () => isNeeded)
  return <Suspense>{isShown && <Notifications position="bottom-right" className={classes.notices} />}</Suspense>
}

/** Shows a success notice for four seconds. */
export function tell(message: string): void {
  void show(message, 'green')
}

/** Shows the message of an error for ten seconds. */
export function tellError(error: unknown): void {
  void show(error instanceof ApiError ? error.message : 'Something went wrong', 'red')
}

const SHOWN_MS = { green: 4_000, red: 10_000 } as const

async function show(message: string, color: keyof typeof SHOWN_MS): Promise<void> {
  mountNotices()
  const { notifications } = await persistently(() => import('@mantine/notifications'))
  notifications.show({
    message: printable(message, { isMultiline: true }),
    color,
    autoClose: SHOWN_MS[color],
    role: color === 'red' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}
