import type { Environment } from './environment.ts'

const SETTINGS: Readonly<Record<keyof Environment | 'LOG', string>> = {
  PORT: 'port of the API, 3000 by default; the other parts use the next five; 0 selects free ports',
  DATA_DIR: 'directory of the data and of ready.json, .local by default',
  DEMO_WEBHOOK_URL: "URL of the demo's first webhook",
  DEMO_WEBHOOK_URL_2: "URL of the demo's second webhook",
  RETRY_DELAYS_SECONDS: 'delays between attempts, 10,30,90 by default',
  SERVICE_WINDOW_SECONDS: 'length of the customer service window, 86400 by default',
  SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: 'time before its end at which the expiring event is sent, 3600 by default',
  PROVIDER_BASE_URL: "base URL of the provider's API, including the version",
  MODEL_BASE_URL: 'base URL of an OpenAI-compatible server, including the version',
  MODEL_API_KEY: 'API key of that server',
  MODEL_ID: 'model of agents whose llmModel is null',
  LOG: "any value prints the functions' log lines",
}

/** Returns the help of `npm start`. */
export function usage(): string {
  const lines = Object.entries(SETTINGS).map(([name, meaning]) => `  ${name.padEnd(37)} ${meaning}`)
  return `npm start runs the whole service on this machine, until Ctrl-C. It takes no arguments. Environment variables set:

${lines.join('\n')}

Example: PORT=4000 DATA_DIR=/tmp/messaging npm start
`
}
