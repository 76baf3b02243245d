import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { reservePort } from '@replywright/cloud/engines'
import { fromPyPi, installTool } from '../install-tool.ts'

/** An emulator of AWS that shares no code with the embedded cloud, and what it signs and verifies tokens of Cognito with. */
const REQUIREMENTS = ['ministack==1.5.33', 'cryptography==50.0.2']

const LAUNCHER = join(import.meta.dirname, 'launch.py')

const REGION = 'eu-central-1'
const READY_MILLISECONDS = 60_000

/** The variables with which SDK clients and AWS's command line call the emulator. */
export interface Emulator {
  readonly env: ReturnType<typeof variablesFor>
  readonly stop: () => Promise<void>
}

/** Starts the emulator on a free port, or returns undefined if it could not be installed. */
export async function startEmulator(): Promise<Emulator | undefined> {
  // Another version is another tool, which is installed beside it.
  const tool = await installTool(REQUIREMENTS.join('_').replaceAll('==', '-'), fromPyPi(...REQUIREMENTS))
  if (tool === undefined) return
  const { port, release } = await reservePort()
  await release()
  const running = spawn(join(tool, 'bin/python'), [LAUNCHER], {
    env: {
      ...process.env,
      // It runs functions with the `node` that it finds.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      GATEWAY_PORT: `${port}`,
      BIND_HOST: '127.0.0.1',
      LOG_LEVEL: 'ERROR',
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + READY_MILLISECONDS
  while (!(await isReady(url))) {
    if (Date.now() > deadline || running.exitCode !== null) throw new Error('The emulator did not start')
    await setTimeout(200)
  }
  return {
    env: variablesFor(url),
    stop: async () => {
      running.kill()
      if (running.exitCode === null) await once(running, 'exit')
    },
  }
}

const variablesFor = (url: string) => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: REGION,
  // Version 1 of AWS's command line, which PyPI has, does not read the other.
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: '000000000000',
  AWS_SECRET_ACCESS_KEY: 'secret',
})

async function isReady(url: string): Promise<boolean> {
  return await fetch(`${url}/_ministack/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}
