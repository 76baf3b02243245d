/** Returns the whole seconds left in the service window; 0 if closed or never opened (spec, Service window). */
export function windowSecondsLeft(lastInboundAt: number | undefined, windowSeconds: number, now: number): number {
  if (lastInboundAt === undefined) return 0
  return Math.max(0, Math.floor((lastInboundAt - now) / 1000) + windowSeconds)
}
