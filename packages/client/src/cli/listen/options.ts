import { API_OPTIONS, type ApiOptions, readApiOptions, readHttpUrl } from '../api-options.ts'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'

export interface ListenOptions extends ApiOptions {
  /** Absent if only a replay is forwarded. */
  readonly webhookId: string | undefined
  readonly forwardTo: URL
  /** Also forwards the deliveries of the last `sinceMs` milliseconds. */
  readonly sinceMs: number
  /** The delivery to replay. */
  readonly replayId: string | undefined
  /** Signs every forwarded delivery instead of using its signature. */
  readonly secret: string | undefined
  /** Prints each delivery as a line of JSON, and nothing else. */
  readonly json: boolean
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 }
/** The days that the API keeps deliveries. */
const MAX_DAYS = 30

/** @throws CliError for missing or invalid options */
export function readListenOptions(args: readonly string[], env: Io['env']): ListenOptions {
  const values = parseOptions(args, {
    ...API_OPTIONS,
    webhook: { type: 'string' },
    'forward-to': { type: 'string' },
    since: { type: 'string' },
    replay: { type: 'string' },
    secret: { type: 'string' },
    json: { type: 'boolean' },
  })
  const forwardTo = values['forward-to']
  if (forwardTo === undefined) throw new CliError('--forward-to <url> is missing: the URL of your endpoint.', 2)
  if (values.secret === '') throw new CliError('--secret must not be empty.', 2)
  const options = {
    webhookId: values.webhook,
    forwardTo: new URL(readHttpUrl('--forward-to', forwardTo)),
    sinceMs: values.since === undefined ? 0 : readDuration('--since', values.since),
    replayId: values.replay,
    secret: values.secret,
    json: values.json ?? false,
  }
  return { ...options, ...readApiOptions(values, env) }
}

/** Returns the milliseconds of a duration such as `30s`, `10m`, `2h` or `1d`. @throws CliError that names the option */
export function readDuration(option: string, text: string): number {
  const [, amount, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const seconds = Number(amount) * (unit === 's' || unit === 'm' || unit === 'h' || unit === 'd' ? SECONDS[unit] : 0)
  if (!(seconds > 0) || seconds > MAX_DAYS * SECONDS.d)
    throw new CliError(
      `${option} must be a duration of at most ${MAX_DAYS}d, such as 30s, 10m or 2h, not "${text}".`,
      2,
    )
  return seconds * 1000
}
