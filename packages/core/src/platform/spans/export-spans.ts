import { systemClock } from '../clock.ts'
import { logError } from '../log/log.ts'
import { settings } from '../settings.ts'
import type { Span } from './span.ts'

/** The longest wait for the collector. The reply is sent already. */
const TIMEOUT_MILLISECONDS = 500
/** After a failure, nothing is sent for this time, so that a collector that is down delays one turn a minute at most. */
const PAUSE_MILLISECONDS = 60_000

let pausedUntil = 0

/**
 * Sends the spans that `build` returns to the collector of the setting `otlpEndpoint`. Without it, nothing is built or loaded. Never throws: a
 * failure is logged, and spans are then dropped for a minute.
 */
export async function exportSpans(build: (withContent: boolean) => Span[] | Promise<Span[]>): Promise<void> {
  const endpoint = settings.OTLP_ENDPOINT
  if (!endpoint || systemClock() < pausedUntil) return
  try {
    const spans = await build(settings.OTLP_CONTENT)
    if (spans.length === 0) return
    const { postOtlp, readHeaders } = await import('./post-otlp.ts')
    const headers = readHeaders(settings.OTLP_HEADERS)
    await postOtlp(spans, { endpoint, headers, stage: settings.STAGE, timeoutMs: TIMEOUT_MILLISECONDS })
  } catch (error) {
    pausedUntil = systemClock() + PAUSE_MILLISECONDS
    logError('spans.dropped', error)
  }
}

/** Forgets that the collector failed. For tests. */
export function resumeExport(): void {
  pausedUntil = 0
}
