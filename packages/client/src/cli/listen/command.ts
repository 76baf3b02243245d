import { API_OPTIONS_HELP } from '../api-options.ts'
import type { Command } from '../io.ts'
import { listen } from './listen.ts'
import { readListenOptions } from './options.ts'

const HELP = `Forwards the deliveries of a webhook to an endpoint on your machine, as they come: with their headers, signature and
exact body. Each line has the time, the event, the delivery id, the endpoint's status, the duration, and the first line
of an error. The webhook's own URL, if it has one, still receives every delivery.

Usage: messaging listen --webhook <id> --forward-to <url> [options]

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
  export MESSAGING_API_KEY=...
  messaging listen --webhook 0199f3a4-0000-7000-8000-000000000001 --forward-to http://127.0.0.1:8080/hook`

export const listenCommand: Command = {
  summary: 'forwards the deliveries of a webhook to your machine',
  help: HELP,
  run: (args, io) => listen(readListenOptions(args, io.env), io),
}
