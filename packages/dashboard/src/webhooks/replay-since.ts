/** The failures that led to disabling are replayed too: they began before it. */
const LEAD_MS = 24 * 3_600_000

/** From when on to replay what failed at a webhook that was disabled then; undefined when it was not (ISO 8601). */
export function replaySince(disabledAt: string | null): string | undefined {
  return disabledAt === null ? undefined : new Date(Date.parse(disabledAt) - LEAD_MS).toISOString()
}
