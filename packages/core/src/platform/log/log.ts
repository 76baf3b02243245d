import { isoTime, systemClock } from '../clock.ts'
import { InternalError } from '../errors.ts'
import { settings } from '../settings.ts'
import { commonFacts } from './log-context.ts'
import { loggableError } from './loggable-error.ts'
import { embeddedMetrics, type MetricValues } from './metrics.ts'

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
    `${JSON.stringify({ timestamp: isoTime(at), ...levelField, event, ...facts, ...more, ...counted })}\n`,
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
