import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.ts'
import classes from './notices.module.css'

const Notifications = lazyPart(async () => (await import('@mantine/notifications')).Notifications)

const listeners = new Set<() => void>()
let isNeeded = false

/** Mounts the notifications, which are loaded with the first notice. */
export function mountNotices(): void {
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
