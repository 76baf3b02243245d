import type { Ready } from './data-dir.ts'
import type { Environment } from './environment.ts'

const SETTINGS: Readonly<Record<keyof Environment | 'LOG', string>> = {
  PORT: 'port of the API, 3000 by default; the other parts use the next five; 0 selects free ports',
  DATA_DIR: 'directory of the data and of ready.json, .local by default',
  DEMO_WEBHOOK_URL: "URL of the demo's first webhook",
  DEMO_WEBHOOK_URL_2: "URL of the demo's second webhook",
  RETRY_DELAYS_SECONDS: 'delays between attempts, 10,30,90 by default',
  SERVICE_WINDOW_SECONDS: 'length of the customer service window, 86400 by default',
  SERVICE_WINDOW_EXPIRING_LEAD_SECONDS:
    'time before its end at which the expiring event is sent, 3600 by default, or a 24th of a shorter window',
  PROVIDER_BASE_URL: "base URL of the provider's API, including the version",
  PROVIDER_DATE: 'day whose rules the built-in provider follows, such as 2026-09-30; today by default',
  MODEL_BASE_URL: 'base URL of an OpenAI-compatible server, including the version',
  MODEL_API_KEY: 'API key of that server',
  MODEL_ID: 'model of agents whose llmModel is null',
  LOG: "any value prints the functions' log lines",
}

/** Returns the help of `npm start`. */
export function usage(): string {
  const lines = Object.entries(SETTINGS).map(([name, meaning]) => `  ${name.padEnd(37)} ${meaning}`)
  return `npm start              runs the whole service on this machine, until Ctrl-C
npm start -- --wait    runs it in the background, and returns when it is ready; if it cannot start, prints why and fails
npm start -- --stop    stops the service in the background

Environment variables set:

${lines.join('\n')}

Example: PORT=4000 DATA_DIR=/tmp/messaging npm start
`
}

export interface WelcomeOptions {
  readonly startedIn: string
  /** What is said of the model server; a row, then a warning if there is one. Empty if the simulator is used. */
  readonly model: readonly string[]
  /** How the service is stopped. */
  readonly end: string
}

/** Returns what `npm start` prints when the service is ready: addresses, credentials and an example call. */
export function welcome(ready: Ready, { startedIn, model: [model, ...warnings], end }: WelcomeOptions): string {
  const rows = [
    ['API', `${ready.baseUrl}/api/v1/`],
    ['API key', `${ready.apiKey}   (read-only: ${ready.readApiKey})`],
    ['Dashboard', ready.dashboardUrl],
    ['Sign in as', `${ready.email}   ${ready.password}`],
    ["Customer's phone", ready.providerUrl],
    ['Webhook receiver', ready.receiverUrl],
    model === undefined ? ['Simulated model', ready.modelUrl] : ['Model', model],
    ['Provider callback', ready.ingressUrl],
  ]
  const { url, secret } = ready.webhook
  const delivery = secret && `, the webhook delivery at ${url.startsWith(ready.receiverUrl) ? ready.receiverUrl : url}`
  return `
Ready in ${startedIn}

${rows.map(([name = '', value = '']) => `  ${name.padEnd(18)} ${value}`).join('\n')}
${warnings.map((warning) => `\n${warning}\n`).join('')}
Send a message as a customer:

  curl -X POST ${ready.providerUrl}/simulator/customers/447700900200/messages \\
    -H 'content-type: application/json' -d '{"name":"Alex","text":"Where is my order?"}'

The agent's reply is at ${ready.providerUrl}${delivery}
Next: examples/README.md, or "npm run docs" in another terminal
${end} The data is kept.
`
}
