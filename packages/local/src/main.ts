import { readEnvironment } from './environment.ts'
import { keepLog } from './keep-log.ts'
import { startService } from './start-service.ts'
import { welcome } from './welcome.ts'

/** Idle workers that are kept. Each uses about 15 MB; a page of the dashboard calls about five functions. */
const WARM_WORKERS = 16

const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`

try {
  const environment = readEnvironment(process.env)
  const keep = keepLog(environment.DATA_DIR)
  const service = await startService({
    ...environment,
    lambda: { warmth: { atMost: WARM_WORKERS } },
    onProgress: (step) => process.stderr.write(`  ${seconds().padStart(7)}  ${step}\n`),
    onMail: ({ to, subject, body }) => process.stderr.write(`\nEmail to ${to}: ${subject}\n  ${body}\n`),
    log: (line) => {
      keep(line)
      if (process.env.LOG) process.stderr.write(`${line.function}  ${line.line}\n`)
    },
  })
  process.stdout.write(welcome(service.ready, seconds()))
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    process.stderr.write('\nStopping …')
    await service.stop()
    process.stderr.write(' done. The next start uses the same data.\n')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
} catch (error) {
  process.stderr.write(`\nThe service could not start.\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
