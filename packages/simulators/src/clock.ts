import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** The current time in milliseconds since the epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** A clock that moves only on `advance`. */
export function manualClock(start = 0): Clock & { advance(ms: number): void } {
  let now = start
  return Object.assign(() => now, {
    advance(ms: number) {
      now += ms
    },
  })
}

/** Whole seconds since the epoch, the unit of the provider and of both signature schemes. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock() / 1000)
}

/** Waits. Resolves to `false` if it was aborted, otherwise to `true`. */
export function delay(ms: number, signal?: AbortSignal): Promise<boolean> {
  return wait(ms, undefined, signal ? { signal } : {}).then(
    () => true,
    () => false,
  )
}

/** Calls `callback` once after `ms`, unless the returned function is called first. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** Calls `callback` every `ms` until the returned function is called. */
export function every(ms: number, callback: () => void): () => void {
  const timer = setInterval(callback, ms)
  return () => clearInterval(timer)
}

/** Returns `length` random upper-case hexadecimal digits. */
export function randomHex(length: number): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)
    .toUpperCase()
}

/** Returns `length` random decimal digits. The first one is not zero. */
export function randomDigits(length: number): string {
  const digits = [...randomBytes(length)].map((byte) => byte % 10)
  return [1 + ((digits[0] ?? 0) % 9), ...digits.slice(1)].join('')
}
