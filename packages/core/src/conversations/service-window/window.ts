/** Returns when the service window closes, in milliseconds since the epoch. Infinite on a channel without a window. */
export function windowEnd(lastInboundAt: number | undefined, windowSeconds: number | null): number {
  return windowSeconds === null ? Number.POSITIVE_INFINITY : (lastInboundAt ?? 0) + windowSeconds * 1000
}

/**
 * Returns the whole seconds left in the service window; 0 if closed or never opened (spec, Service window). Infinite on a
 * channel without a window, whose `windowSeconds` is null.
 */
export function windowSecondsLeft(
  lastInboundAt: number | undefined,
  windowSeconds: number | null,
  now: number,
): number {
  if (windowSeconds === null) return Number.POSITIVE_INFINITY
  if (lastInboundAt === undefined) return 0
  return Math.max(0, Math.floor((lastInboundAt - now) / 1000) + windowSeconds)
}
