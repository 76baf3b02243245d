/** Ordered from the most detail to none. The first six are Lambda's. The log has lines of level INFO and ERROR. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const DEFAULT = 'info'

export type LogLevel = (typeof LEVELS)[number]

/**
 * Returns the log level: `LOG_LEVEL`, else the function's level in Lambda (`AWS_LAMBDA_LOG_LEVEL`), else info. An
 * unknown level must not stop a function: `problem` describes it.
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
  return {
    level: DEFAULT,
    problem: `${name}: "${value}" is not a log level; must be ${allowed}. Logging at ${DEFAULT}.`,
  }
}

/** Returns whether to write a line. Lines that carry metrics (`counts`) are written at every level except silent. */
export function isLogged(level: LogLevel, line: 'INFO' | 'ERROR', counts: boolean): boolean {
  if (level === 'silent') return false
  return counts || LEVELS.indexOf(level) <= (line === 'INFO' ? LEVELS.indexOf('info') : LEVELS.indexOf('error'))
}
