import {
  API_OPTIONS,
  API_OPTIONS_HELP,
  type ApiOptions,
  parseOptions,
  readApiOptions,
  readHttpUrl,
} from '../api-options.ts'
import { CliError, type Command, type Io } from '../io.ts'
import { listen } from './listen.ts'

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
    // A variable of a script may be empty.
    webhookId: values.webhook || undefined,
    forwardTo: new URL(readHttpUrl('--forward-to', forwardTo)),
    sinceMs: values.since === undefined ? 0 : readDuration('--since', values.since),
    replayId: values.replay || undefined,
    secret: values.secret,
    json: values.json ?? false,
  }
  return { ...options, ...readApiOptions(values, env) }
}

/** Returns the milliseconds of a duration such as `30s`, `10m`, `2h` or `1d`. @throws CliError that names the option */
function readDuration(option: string, text: string): number {
  const [, amount, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const seconds = Number(amount) * (unit === 's' || unit === 'm' || unit === 'h' || unit === 'd' ? SECONDS[unit] : 0)
  if (!(seconds > 0) || seconds > MAX_DAYS * SECONDS.d)
    throw new CliError(
      `${option} must be a duration of at most ${MAX_DAYS}d, such as 30s, 10m or 2h, not "${text}".`,
      2,
    )
  return seconds * 1000
}

const HELP = `Forwards the deliveries of a webhook to an endpoint on your machine, as they come: with their headers, signature and
exact body. Each line has the time, the event, the delivery id, the endpoint's status, the duration, and the first line
of an error. The webhook's own URL, if it has one, still receives every delivery.

Usage: replywright listen --webhook <id> --forward-to <url> [options]

  --webhook <id>       The webhook
  --forward-to <url>   Your endpoint
  --since <duration>   Also forwards the deliveries of the last 30s, 10m, 2h or 1d
  --replay <id>        Replays this delivery, also to the webhook's own URL, and forwards the copy.
                       Requires a full API key. Without --webhook, ends after the copy.
  --secret <secret>    Signs every forwarded delivery now with this signing secret. Receivers reject signatures that are
                       older than 5 minutes, so older deliveries (--since) need it.
  --json               Prints each forwarded delivery as a line of JSON. Other texts go to the standard error
${API_OPTIONS_HELP}

Example:
  export REPLYWRIGHT_API_KEY=...
  replywright listen --webhook 0199f3a4-0000-7000-8000-000000000001 --forward-to http://127.0.0.1:8080/hook`

export const listenCommand: Command = {
  summary: 'forwards the deliveries of a webhook to your machine',
  help: HELP,
  run: (args, io) => listen(readListenOptions(args, io.env), io),
}
