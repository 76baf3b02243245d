import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** The current time in milliseconds since the epoch. */
export type Clock = () => number

/** The machine's own clock. */
export const systemClock: Clock = () => Date.now()

/** A clock that moves only when told to. */
export function manualClock(start = 0): Clock & { advance(ms: number): void } {
  let now = start
  return Object.assign(() => now, {
    advance(ms: number) {
      now += ms
    },
  })
}

/** Whole seconds since the epoch, as the provider and both signature schemes count. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock() / 1000)
}

/** Waits; resolves to whether the time passed undisturbed (`false`: aborted). */
export function delay(ms: number, signal?: AbortSignal): Promise<boolean> {
  return wait(ms, undefined, signal ? { signal } : {}).then(
    () => true,
    () => false,
  )
}

/** Calls back once after `ms`, unless the returned function is called first. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** Calls back every `ms` until the returned function is called. */
export function every(ms: number, callback: () => void): () => void {
  const timer = setInterval(callback, ms)
  return () => clearInterval(timer)
}

/** `length` random upper-case hexadecimal digits. */
export function randomHex(length: number): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)
    .toUpperCase()
}

/** `length` random decimal digits, the first of which is not zero. */
export function randomDigits(length: number): string {
  const digits = [...randomBytes(length)].map((byte) => byte % 10)
  return [1 + ((digits[0] ?? 0) % 9), ...digits.slice(1)].join('')
}
