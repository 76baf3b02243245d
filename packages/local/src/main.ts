import { readCommandLine, type StartCommand } from './command-line.ts'
import { readEnvironment } from './environment.ts'
import { explain } from './explain.ts'
import { SettingError } from './setting-error.ts'
import { usage } from './welcome.ts'

async function run(command: StartCommand): Promise<void> {
  if (command === 'run' || command === 'background') {
    const { runInBackground, runInForeground } = await import('./run-service.ts')
    return await (command === 'run' ? runInForeground() : runInBackground())
  }
  const { startInBackground, stopService } = await import('./background.ts')
  const { DATA_DIR } = readEnvironment(process.env)
  if (command === 'stop') {
    process.stdout.write((await stopService(DATA_DIR)) ? 'Stopped. The data is kept.\n' : 'No service runs.\n')
    return
  }
  const started = await startInBackground(DATA_DIR)
  if ('ready' in started) process.stdout.write(started.ready)
  else fail(started.failed)
}

function fail(text: string, exitCode: 1 | 2 = 1): never {
  process.stderr.write(`\n${text}\n`)
  process.exit(exitCode)
}

/** Returns 2 for what the user must change: a setting, a port or a directory. */
function exitCodeOf(error: unknown): 1 | 2 {
  const isExplained = error instanceof Error && explain(error) !== error.message
  return error instanceof SettingError || isExplained ? 2 : 1
}

const read = readCommandLine(process.argv.slice(2))
if ('help' in read) {
  process.stdout.write(usage())
} else if ('problem' in read) {
  process.stderr.write(`${read.problem}\n`)
  process.exitCode = 2
} else {
  try {
    await run(read.command)
  } catch (error) {
    fail(
      `The service could not ${read.command === 'stop' ? 'be stopped' : 'start'}: ${explain(error)}`,
      exitCodeOf(error),
    )
  }
}
