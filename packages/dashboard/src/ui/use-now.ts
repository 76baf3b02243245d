import type { EpochMs } from '@replywright/contract/time.ts'
import { useSyncExternalStore } from 'react'

const TICK_MS = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Returns the current time, updated every second by one timer. With `select`, renders only if its result changes. */
export function useNow(): EpochMs
export function useNow<T extends string | number>(select: (now: EpochMs) => T): T
export function useNow<T extends string | number>(select?: (now: EpochMs) => T): T | number {
  return useSyncExternalStore(subscribe, () => (select ? select(now) : now))
}
