import { readEnvironment } from './environment.ts'
import { explain } from './explain.ts'
import { keepLog } from './keep-log.ts'
import { type Service, startService } from './start-service.ts'
import { usage } from './usage.ts'
import { welcome } from './welcome.ts'

/** Idle workers that are kept. Each uses about 15 MB; a page of the dashboard calls about five functions. */
const WARM_WORKERS = 16

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
  const keep = keepLog(environment.DATA_DIR)
  service = await startService({
    ...environment,
    lambda: { warmth: { atMost: WARM_WORKERS } },
    onProgress: (step) => process.stderr.write(`  ${seconds().padStart(7)}  ${step}\n`),
    onMail: ({ to, subject, body }) => process.stderr.write(`\nEmail to ${to}: ${subject}\n  ${body}\n`),
    onCrash: (message) => {
      process.stderr.write(`\n${message}. Run npm start again; the data is kept.\n`)
      void stop(1)
    },
    log: (line) => {
      keep(line)
      if (process.env.LOG) process.stderr.write(`${line.function}  ${line.line}\n`)
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
