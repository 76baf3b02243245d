import { API_OPTIONS, type ApiOptions, readApiOptions, readHttpUrl } from '../api-options.ts'
import { durationOf } from '../duration.ts'
import { CliError, type Command, type Io } from '../io.ts'
import { helpOf, readArguments } from '../options.ts'
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

/** The days that the API keeps deliveries. */
const MAX_DAYS = 30
const DAY_MS = 86_400_000

const SYNTAX = {
  name: 'listen',
  description:
    "Forwards the deliveries of a webhook to an endpoint on your machine, as they come: with their headers, signature and exact body. Each line has the time, the event, the delivery id, the endpoint's status, the duration, and the first line of an error. The webhook's own URL, if it has one, still receives every delivery.",
  options: {
    webhook: { type: 'string', value: 'id', help: 'The webhook' },
    'forward-to': { type: 'string', value: 'url', help: 'Your endpoint (required)' },
    since: { type: 'string', value: 'duration', help: 'Also forwards the deliveries of the last 30s, 10m, 2h or 1d' },
    replay: {
      type: 'string',
      value: 'id',
      help: "Replays this delivery, also to the webhook's own URL, and forwards the copy. Requires a full API key. Without --webhook, ends after the copy",
    },
    secret: {
      type: 'string',
      value: 'secret',
      help: 'Signs every forwarded delivery now with this signing secret. Receivers reject signatures that are older than 5 minutes, so older deliveries (--since) need it',
    },
    json: {
      type: 'boolean',
      help: 'Prints each forwarded delivery as a line of JSON. Other texts go to the standard error',
    },
    ...API_OPTIONS,
  },
  example: `Example:
  export REPLYWRIGHT_API_KEY=...
  replywright listen --webhook 0199f3a4-0000-7000-8000-000000000001 --forward-to http://127.0.0.1:8080/hook`,
} as const

/** @throws CliError for missing or invalid options */
export function readListenOptions(args: readonly string[], env: Io['env']): ListenOptions {
  const { values } = readArguments(args, SYNTAX)
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
  const duration = durationOf(text) ?? 0
  if (duration === 0 || duration > MAX_DAYS * DAY_MS)
    throw new CliError(
      `${option} must be a duration of at most ${MAX_DAYS}d, such as 30s, 10m or 2h, not "${text}".`,
      2,
    )
  return duration
}

export const listenCommand: Command = {
  summary: 'forwards the deliveries of a webhook to your machine',
  help: () => helpOf(SYNTAX),
  run: (args, io) => listen(readListenOptions(args, io.env), io),
}
