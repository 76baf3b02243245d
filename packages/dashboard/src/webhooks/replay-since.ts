/** Time before the disabling, to include the failures that caused it. */
const LEAD_MS = 24 * 3_600_000

/** Returns the replay start time (ISO 8601) of a webhook that was disabled at `disabledAt`; undefined for null. */
export function replaySince(disabledAt: string | null): string | undefined {
  return disabledAt === null ? undefined : new Date(Date.parse(disabledAt) - LEAD_MS).toISOString()
}
