import { AsyncLocalStorage } from 'node:async_hooks'
import { METRIC_NAMESPACE, METRICS, type MetricName } from '@replywright/contract/metrics.ts'
import { printableJson } from '@replywright/contract/printable-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { isoTime, systemClock } from '../clock.ts'
import { InternalError } from '../errors.ts'
import { settings } from '../settings.ts'
import { loggableError } from './loggable-error.ts'

/** Ids and small values. Never a header, body, key, secret, signature or a customer's phone number. */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The problem with the log level that was logged last. */
let loggedProblem: string | undefined

/** Writes one line for a decision. Only error lines have the invocation id: Lambda logs invocations that fail. */
export function log(event: string, facts: Facts, metrics: MetricValues = {}): void {
  const { invocationId, ...known } = commonFacts()
  writeLine('INFO', event, { ...known, ...facts }, metrics)
}

/** Omits the facts of the current work: the table has them, and logs of every message would cost more. */
export function logBriefly(event: string, facts: Facts, metrics: MetricValues): void {
  writeLine('INFO', event, facts, metrics)
}

/** Writes one JSON line for an unexpected error, with what `loggableError` returns of it. */
export function logError(event: string, thrown: unknown, facts: Facts = {}, metrics: MetricValues = {}): void {
  writeLine('ERROR', event, { ...commonFacts(), ...facts }, metrics, { error: loggableError(thrown) })
}

/**
 * Writes to the standard output directly. Lambda nests what is written through `console` below `message`, where
 * CloudWatch finds neither metrics nor fields. Lambda does not change a line that is already JSON. It recognises
 * `timestamp` and `level`, and treats a line without a level as INFO.
 */
function writeLine(
  level: 'INFO' | 'ERROR',
  event: string,
  facts: Facts,
  metrics: MetricValues,
  more: object = {},
): void {
  const { level: logLevel, problem } = readLogLevel(settings)
  if (problem !== loggedProblem) {
    loggedProblem = problem
    if (problem) logError('log.level_unknown', new InternalError(problem))
  }
  if (!isLogged(logLevel, level, Object.keys(metrics).length > 0)) return
  const at = systemClock()
  const counted = embeddedMetrics(metrics, facts, settings.STAGE, at)
  const levelField = level === 'INFO' ? {} : { level }
  process.stdout.write(
    `${printableJson({ timestamp: isoTime(at), ...levelField, event, ...facts, ...more, ...counted })}\n`,
  )
}

/** Ordered from the most detail to none. The first six are Lambda's. The log has lines of level INFO and ERROR. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const DEFAULT = 'info'

type LogLevel = (typeof LEVELS)[number]

/**
 * Returns the log level: `LOG_LEVEL`, else the function's level in Lambda (`AWS_LAMBDA_LOG_LEVEL`), else info. An
 * unknown level must not stop a function: `problem` describes it.
 */
function readLogLevel({
  LOG_LEVEL,
  AWS_LAMBDA_LOG_LEVEL,
}: Readonly<Partial<Record<'LOG_LEVEL' | 'AWS_LAMBDA_LOG_LEVEL', string | undefined>>>): {
  readonly level: LogLevel
  readonly problem?: string
} {
  const [name, value = DEFAULT] =
    LOG_LEVEL === undefined ? ['AWS_LAMBDA_LOG_LEVEL', AWS_LAMBDA_LOG_LEVEL] : ['LOG_LEVEL', LOG_LEVEL]
  const level = LEVELS.find((one) => one === value.trim().toLowerCase())
  if (level) return { level }
  const allowed = `${LEVELS.slice(0, -1).join(', ')} or ${LEVELS.at(-1)}`
  return {
    level: DEFAULT,
    problem: `${name}: "${value}" is not a log level; must be ${allowed}. Logging at ${DEFAULT}.`,
  }
}

/** Returns whether to write a line. Lines that carry metrics (`counts`) are written at every level except silent. */
function isLogged(level: LogLevel, line: 'INFO' | 'ERROR', counts: boolean): boolean {
  if (level === 'silent') return false
  return counts || LEVELS.indexOf(level) <= (line === 'INFO' ? LEVELS.indexOf('info') : LEVELS.indexOf('error'))
}

const context = new AsyncLocalStorage<Record<string, Facts[string]>>()

/** Runs `work` and adds `facts` to every log line that it writes. */
export function withFacts<Result>(facts: Facts, work: () => Result): Result {
  return context.run({ ...context.getStore(), ...facts }, work)
}

/** Adds facts to all further log lines of the current work. */
export function addFacts(facts: Facts): void {
  Object.assign(commonFacts(), facts)
}

/** Returns the facts that every log line of the current work has. */
function commonFacts(): Facts {
  return context.getStore() ?? {}
}

/** Returns the `x-request-id` of the request that caused the current work, or undefined if no request did. */
export function currentRequestId(): string | undefined {
  const { requestId } = commonFacts()
  return typeof requestId === 'string' ? requestId : undefined
}

/** The metric values of a decision: 1 for a counter, milliseconds for a duration. */
export type MetricValues = Readonly<Partial<Record<MetricName, number>>>

/**
 * Returns the members that make CloudWatch read metrics from a log line with `facts` (embedded metric format). They
 * belong at the root of the line. Returns an empty object if `values` is empty. A metric with a dimension is omitted if
 * the line does not have that fact, or has a value that the metric does not list: each value costs a metric of its own.
 * Metrics with the same dimensions share a directive, and units are omitted, because every line is billed by its bytes.
 */
export function embeddedMetrics(values: MetricValues, facts: Facts, stage: string, at: EpochMs): object {
  const byName: Readonly<Record<string, number | undefined>> = values
  const counted = Object.entries(METRICS).flatMap(([name, { by }]) => {
    const value = byName[name]
    if (value === undefined) return []
    if (by && !by.values.includes(String(facts[by.fact]))) return []
    return [{ name, value, fact: by?.fact }]
  })
  if (counted.length === 0) return {}
  const directives = [...Map.groupBy(counted, ({ fact }) => fact)].map(([fact, metrics]) => ({
    Namespace: METRIC_NAMESPACE,
    Dimensions: [fact === undefined ? ['stage'] : ['stage', fact]],
    Metrics: metrics.map(({ name }) => ({ Name: name })),
  }))
  return {
    stage,
    ...Object.fromEntries(counted.map(({ name, value }) => [name, value])),
    _aws: { Timestamp: at, CloudWatchMetrics: directives },
  }
}
