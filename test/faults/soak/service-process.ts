import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'

const Ready = v.looseObject({
  baseUrl: v.string(),
  apiKey: v.string(),
  providerUrl: v.string(),
  webhook: v.looseObject({ id: v.string(), secret: v.string() }),
  numbers: v.tupleWithRest([v.looseObject({ number: v.string() })], v.unknown()),
})
export type ReadyFile = v.InferOutput<typeof Ready>

const START_MILLISECONDS = 120_000

/** The service as `npm start` runs it, in a separate process that can be killed. */
export class ServiceProcess implements AsyncDisposable {
  readonly dataDir: string
  readonly #environment: Readonly<Record<string, string>>
  #child: ChildProcess | undefined

  constructor(dataDir: string, environment: Readonly<Record<string, string>>) {
    this.dataDir = dataDir
    this.#environment = environment
  }

  /** Starts the service and waits for its ready.json. */
  async start(): Promise<ReadyFile> {
    this.#child = spawn(process.execPath, ['packages/local/src/main.ts'], {
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const deadline = AbortSignal.timeout(START_MILLISECONDS)
    for (;;) {
      const written = await readFile(join(this.dataDir, 'ready.json'), 'utf8').catch(() => undefined)
      if (written) return v.parse(Ready, JSON.parse(written))
      if (deadline.aborted || this.#child.exitCode !== null) throw new Error('the service did not start')
      await delay(100)
    }
  }

  get running(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  /** Kills the service, as a power failure would, and deletes its ready.json. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
    await rm(join(this.dataDir, 'ready.json'), { force: true })
  }

  /** Stops the service as Ctrl-C does. Returns its exit code. */
  async stop(): Promise<number | null> {
    return await this.#end('SIGINT')
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.#child || !this.running) return this.#child?.exitCode ?? null
    const exited = once(this.#child, 'exit')
    this.#child.kill(signal)
    await exited
    return this.#child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end('SIGKILL')
  }
}
