import type { EpochMs, Ms } from '@replywright/contract/time.ts'

/** Formats a time for tables: UTC, with seconds. */
export function showTime(milliseconds: EpochMs | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
}

/** Formats a duration in its largest unit. */
export function showAge(milliseconds: Ms): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 2 * 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** Formats JSON with line breaks. Returns other text unchanged. */
export function showJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Returns a number with its noun: "1 message", "2 messages". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}
