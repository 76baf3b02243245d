import { lazy, Suspense, useSyncExternalStore } from 'react'

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }))

const listeners = new Set<() => void>()
let isWanted = false

/** Makes room for notices: what shows them is loaded with the first one. */
export function wantNotices(): void {
  isWanted = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where notices appear. */
export function Notices() {
  const isShown = useSyncExternalStore(subscribe, () => isWanted)
  return <Suspense>{isShown && <Notifications position="bottom-right" />}</Suspense>
}
