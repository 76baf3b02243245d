import type { ThreadConversation } from '@replywright/contract/dashboard/thread.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { relativeTime } from '../ui/time-words.ts'
import { useNow } from '../ui/use-now.ts'

type Windowed = Pick<ThreadConversation, 'isSandbox' | 'window'>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Returns whether free-form messages can be sent now. `openUntil` is ISO 8601, null if the window was never open. */
export function isWindowOpen(openUntil: string | null, now: EpochMs): boolean {
  return openUntil !== null && Date.parse(openUntil) > now
}

/** Returns whether the window closes within ten minutes, or has closed. */
export function isClosingSoon(openUntil: string, now: EpochMs): boolean {
  return Date.parse(openUntil) - now < 10 * MINUTE
}

/** Returns the remaining time, with seconds in the last hour: `23 h 5 min`, `4:05`. Empty if the time is over. */
export function remainingText(until: string, now: EpochMs): string {
  const left = Date.parse(until) - now
  if (left <= 0) return ''
  const hours = Math.floor(left / HOUR)
  const minutes = Math.floor((left % HOUR) / MINUTE)
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  const seconds = Math.floor((left % MINUTE) / 1000)
  return `${minutes}:${String(seconds).padStart(2, '0')}`
}

/** Describes the service window in sentences; empty for the sandbox, which has none. `zone` is for tests. */
export function windowText({ isSandbox, window }: Windowed, now: EpochMs, zone?: string): string {
  const { openUntil } = window
  if (isSandbox) return ''
  if (openUntil === null) return 'Opens for 24 hours when the customer writes.'
  const end = Date.parse(openUntil)
  if (end <= now) return `Closed ${relativeTime(end, now)}. Each customer message opens it for 24 hours.`
  const time = new Date(end).toLocaleString('en-GB', {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone && { timeZone: zone }),
  })
  return `Open until ${time}. Each customer message opens it for 24 hours.`
}

/** Returns whether free-form messages can be sent now. The sandbox has no service window. */
export function useOpenWindow({ isSandbox, window }: Windowed): boolean {
  return useNow((now) => (isSandbox || isWindowOpen(window.openUntil, now) ? 1 : 0)) === 1
}
