import { createWriteStream, mkdirSync, statSync, type WriteStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { printable } from '@replywright/contract/printable.ts'
import type { Ready } from './data-dir.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { explain } from './explain.ts'
import { type Service, startService } from './start-service.ts'

/** A larger file is emptied when the service starts. */
const LARGEST_BYTES = 50 * 1024 * 1024

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

/** Idle workers that are kept. Each uses about 15 MB; a page of the dashboard calls about five functions. */
const WARM_WORKERS = 16

/** A function's workers that start at once. They wait for the database more than for a processor. */
const WORKERS_AT_ONCE = Math.max(3, availableParallelism())

const LONGEST_STOP_MILLISECONDS = 15_000

const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`

let service: Service | undefined
let stopping = false
async function stop(code = 0): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), LONGEST_STOP_MILLISECONDS).unref()
  // The terminal may be closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.stderr.write('\nStopping …')
  await service?.stop()
  process.stderr.write(' done. The next start uses the same data.\n')
  process.exit(code)
}

async function start(): Promise<void> {
  const environment = readEnvironment(process.env)
  // Files with messages of customers are for this user only. The engines, which are other processes, inherit it.
  process.umask(0o077)
  const keep = keepLog(environment.DATA_DIR)
  service = await startService({
    ...environment,
    lambda: { warmth: { atMost: WARM_WORKERS, startsAtOnce: WORKERS_AT_ONCE, collectsGarbage: true } },
    onProgress: (step) => process.stderr.write(`  ${seconds().padStart(7)}  ${step}\n`),
    onMail: ({ to, subject, body }) =>
      process.stderr.write(`\n${printableLines(`Email to ${to}: ${subject}\n  ${body}`)}\n`),
    onCrash: (message) => {
      process.stderr.write(`\n${message}. Run npm start again; the data is kept.\n`)
      void stop(1)
    },
    log: (line) => {
      keep(line)
      if (process.env.LOG) process.stderr.write(`${line.function}  ${printableLines(line.line)}\n`)
    },
  })
  process.stdout.write(welcome(service.ready, seconds()))
}

const [argument] = process.argv.slice(2)
if (argument === 'help' || argument === '--help' || argument === '-h') {
  process.stdout.write(usage())
} else if (argument !== undefined) {
  process.stderr.write(`npm start takes no arguments, but got ${argument}. See npm start -- --help\n`)
  process.exitCode = 1
} else {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop())
  // The program that started this one has ended.
  process.on('disconnect', () => stop())
  try {
    await start()
  } catch (error) {
    process.stderr.write(`\nThe service could not start: ${explain(error)}\n`)
    process.exit(1)
  }
}

/** Returns the help of `npm start`. */
function usage(): string {
  const lines = Object.entries(SETTINGS).map(([name, meaning]) => `  ${name.padEnd(37)} ${meaning}`)
  return `npm start runs the whole service on this machine, until Ctrl-C. It takes no arguments. Environment variables set:

${lines.join('\n')}

Example: PORT=4000 DATA_DIR=/tmp/messaging npm start
`
}

/** Returns what `npm start` prints when the service is ready: addresses, credentials and an example call. */
function welcome(ready: Ready, startedIn: string): string {
  const rows = [
    ['API', `${ready.baseUrl}/api/v1/`],
    ['API key', `${ready.apiKey}   (read-only: ${ready.readApiKey})`],
    ['Dashboard', ready.dashboardUrl],
    ['Sign in as', `${ready.email}   ${ready.password}`],
    ["Customer's phone", ready.providerUrl],
    ['Webhook receiver', ready.receiverUrl],
    ['Simulated model', ready.modelUrl],
    ['Provider callback', ready.ingressUrl],
  ]
  const { url, secret } = ready.webhook
  const delivery = secret && `, the webhook delivery at ${url.startsWith(ready.receiverUrl) ? ready.receiverUrl : url}`
  return `
Ready in ${startedIn}

${rows.map(([name = '', value = '']) => `  ${name.padEnd(18)} ${value}`).join('\n')}

Send a message as a customer:

  curl -X POST ${ready.providerUrl}/simulator/customers/447700900200/messages \\
    -H 'content-type: application/json' -d '{"name":"Alex","text":"Where is my order?"}'

The agent's reply is at ${ready.providerUrl}${delivery}
Next: examples/README.md, or "npm run docs" in another terminal
Ctrl-C stops the service. The data is kept.
`
}

/** Returns text of functions and mails without terminal escape sequences. */
function printableLines(text: string): string {
  return printable(text, { isMultiline: true })
}

/** Returns a function that appends log lines to `functions.log` in the data directory. `npm run ops -- trace --logs` reads it. */
function keepLog(dataDir: string): (line: { readonly function: string; readonly line: string }) => void {
  // Opened at the first line, when this process has locked the data directory.
  let stream: WriteStream | undefined
  return ({ function: name, line }) => {
    stream ??= openLog(dataDir)
    stream.write(`${name}  ${printableLines(line)}\n`)
  }
}

function openLog(dataDir: string): WriteStream {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'functions.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const stream = createWriteStream(file, { flags: size > LARGEST_BYTES ? 'w' : 'a' })
  stream.on('error', ({ message }) => process.stderr.write(`functions.log has no further lines: ${message}\n`))
  return stream
}
