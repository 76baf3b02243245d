import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Notice } from './background.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { keepLog, printableLines } from './functions-log.ts'
import { type ModelAnswer, modelRow, modelWarning, watchModel } from './model-notices.ts'
import { printStep, secondsSinceStart } from './print-step.ts'
import { type Service, startService } from './start-service.ts'
import { welcome } from './welcome.ts'

/** Idle workers that are kept. Each uses about 15 MB; a page of the dashboard calls about five functions. */
const WARM_WORKERS = 16

/** A function's workers that start at once. They wait for the database more than for a processor. */
const WORKERS_AT_ONCE = Math.max(3, availableParallelism())

const LONGEST_STOP_MILLISECONDS = 15_000

/** A model that is loaded first may take minutes. Its answer is then printed later. */
const LONGEST_MODEL_MILLISECONDS = 10_000

let service: Service | undefined
let stopping = false

/** Stops the service, and ends this process. */
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

/** Runs the service until a signal, or the end of the program that started it, stops it. */
export async function runInForeground(): Promise<void> {
  stopBySignals()
  // The program that started this one has ended.
  process.on('disconnect', () => stop())
  await start({ end: 'Ctrl-C stops the service.', tell: () => {} })
}

/** Runs the service until a signal stops it. It also stops if the program that started it ends before it is ready. */
export async function runInBackground(): Promise<void> {
  stopBySignals()
  let isReady = false
  process.on('disconnect', () => {
    if (!isReady) void stop()
  })
  const { DATA_DIR } = process.env
  const end = `"${DATA_DIR ? `DATA_DIR=${DATA_DIR} ` : ''}npm start -- --stop" stops the service.`
  await start({
    end,
    tell: (notice) => {
      isReady ||= 'ready' in notice
      if (process.connected) process.send?.(notice)
    },
  })
}

function stopBySignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop())
}

/**
 * Starts the service, and prints its banner.
 * @param end how the service is stopped
 * @param tell is called with each step, and with the banner
 */
async function start({ end, tell }: { readonly end: string; readonly tell: (notice: Notice) => void }): Promise<void> {
  const environment = readEnvironment(process.env)
  // Files with messages of customers are for this user only. The engines, which are other processes, inherit it.
  process.umask(0o077)
  const keep = keepLog(environment.DATA_DIR)
  let readModel: ReturnType<typeof watchModel> | undefined
  service = await startService({
    ...environment,
    lambda: { warmth: { atMost: WARM_WORKERS, startsAtOnce: WORKERS_AT_ONCE, collectsGarbage: true } },
    onProgress: (progress) => {
      printStep(progress)
      tell({ progress })
    },
    onMail: ({ to, subject, body }) => printNotice(`Email to ${to}: ${subject}\n  ${body}`),
    onCrash: (message) => {
      process.stderr.write(`\n${message}. Run npm start again; the data is kept.\n`)
      void stop(1)
    },
    log: (line) => {
      keep(line)
      if (process.env.LOG) process.stderr.write(`${line.function}  ${printableLines(line.line)}\n`)
      const notice = readModel?.(line.line)
      if (notice !== undefined) printNotice(notice)
    },
  })
  const { ready, modelAnswer } = service
  const startedIn = secondsSinceStart()
  const answer = await Promise.race([modelAnswer, delay(LONGEST_MODEL_MILLISECONDS, undefined, { ref: false })])
  const text = welcome(ready, { startedIn, end, model: modelTexts(environment, answer) })
  process.stdout.write(text)
  tell({ ready: text })
  const late = answer ?? (await modelAnswer)
  if (late && !answer) printNotice(modelTexts(environment, late).join('\n'))
  readModel = watchModel(late?.problem !== undefined)
}

/** Returns what is said of the model server of the environment: a row, and a warning if there is one. Nothing of the simulator. */
function modelTexts({ MODEL_BASE_URL }: Environment, answer: ModelAnswer | undefined): readonly string[] {
  if (MODEL_BASE_URL === undefined) return []
  if (!answer) return [`${MODEL_BASE_URL} has not answered yet`]
  const warning = modelWarning(answer)
  return [modelRow(answer, MODEL_BASE_URL), ...(warning === undefined ? [] : [warning])]
}

function printNotice(text: string): void {
  process.stderr.write(`\n${printableLines(text)}\n`)
}
