import { isoTime, systemClock } from '../clock.ts'
import { settings } from '../settings.ts'
import { commonFacts } from './log-context.ts'
import { isLogged, readLogLevel } from './log-level.ts'
import { embeddedMetrics, type MetricValues } from './metrics.ts'

/**
 * Facts of one decision: ids and small values, never a header, body, key, secret or signature, and never a customer's phone
 * number.
 */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>

/** What is wrong with the level of the log, once it was written. */
let written: string | undefined

/**
 * One JSON line for one decision, which counts towards `metrics` as well. Only lines of errors have the id of the invocation:
 * Lambda logs those invocations that fail.
 */
export function log(event: string, facts: Facts, metrics: MetricValues = {}): void {
  const { invocationId, ...known } = commonFacts()
  writeLine('INFO', event, { ...known, ...facts }, metrics)
}

/**
 * As `log`, without the facts of the work in hand: for what succeeds with every message. Logs cost more than the table, which
 * tells the rest.
 */
export function logBriefly(event: string, facts: Facts, metrics: MetricValues): void {
  writeLine('INFO', event, facts, metrics)
}

/** One JSON line for what should not have happened, with the error's name, message and stack. */
export function logError(event: string, thrown: unknown, facts: Facts = {}, metrics: MetricValues = {}): void {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
  writeLine('ERROR', event, { ...commonFacts(), ...facts }, metrics, { error: { name, message, stack } })
}

/**
 * Writes to the standard output itself: Lambda would put what goes through `console` below `message`, where CloudWatch finds
 * neither metrics nor fields. A line that is JSON already it leaves as it is; `timestamp` and `level` are the names it knows. A line
 * without a level is one of INFO to it.
 */
function writeLine(
  level: 'INFO' | 'ERROR',
  event: string,
  facts: Facts,
  metrics: MetricValues,
  more: object = {},
): void {
  const { level: logLevel, problem } = readLogLevel(settings)
  if (problem !== written) {
    written = problem
    if (problem) logError('log.level_unknown', new Error(problem))
  }
  if (!isLogged(logLevel, level, Object.keys(metrics).length > 0)) return
  const at = systemClock()
  const counted = embeddedMetrics(metrics, facts, settings.STAGE, at)
  const leveled = level === 'INFO' ? {} : { level }
  process.stdout.write(
    `${JSON.stringify({ timestamp: isoTime(at), ...leveled, event, ...facts, ...more, ...counted })}\n`,
  )
}
