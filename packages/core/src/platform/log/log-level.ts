/** From the most detail to none. The first six are Lambda's own; the log has lines of INFO and of ERROR. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const DEFAULT = 'info'

export type LogLevel = (typeof LEVELS)[number]

/**
 * The level to log at: `LOG_LEVEL`, else the one that the function is set to in Lambda (`AWS_LAMBDA_LOG_LEVEL`), else info.
 * `problem` says so when what is set is no level: a wrong value must not stop a function.
 */
export function readLogLevel({
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
  return { level: DEFAULT, problem: `${name}: "${value}" is no level; must be ${allowed}. Logging at ${DEFAULT}.` }
}

/** Whether a line is written. Metrics are read out of lines, so that those that count are written at every level but silent. */
export function isLogged(level: LogLevel, line: 'INFO' | 'ERROR', counts: boolean): boolean {
  if (level === 'silent') return false
  return counts || LEVELS.indexOf(level) <= (line === 'INFO' ? LEVELS.indexOf('info') : LEVELS.indexOf('error'))
}
