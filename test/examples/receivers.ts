import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installExamples } from './install-examples.ts'

const SERVE_ROUTE = join(import.meta.dirname, '../../packages/client/src/testing/serve-route.ts')

/** The arguments of each receiver's process. Next.js is not installed: an adapter serves its route handler. */
const COMMANDS: Readonly<Record<string, (directory: string) => readonly [string, ...string[]]>> = {
  express: (directory) => [process.execPath, join(directory, 'express/server.ts')],
  fastify: (directory) => [process.execPath, join(directory, 'fastify/server.ts')],
  hono: (directory) => [process.execPath, join(directory, 'hono/server.ts')],
  nextjs: (directory) => [process.execPath, SERVE_ROUTE, join(directory, 'nextjs/app/api/webhook/route.ts')],
  python: (directory) => ['python3', join(directory, 'python/receiver.py')],
}

/** Returns the names of the receivers that this machine can run. */
export function runnableReceivers(): readonly string[] {
  const hasPython = spawnSync('python3', ['--version']).status === 0
  if (!hasPython) console.warn('The receiver in Python is not tested, because this machine has no python3.')
  return Object.keys(COMMANDS).filter((name) => name !== 'python' || hasPython)
}

/** A running receiver. */
export interface Receiver {
  readonly name: string
  readonly url: string
  /** The lines that it has printed: one for each message that it has handled. */
  readonly lines: readonly string[]
}

/** Starts receivers with their signing secrets. */
export async function startReceivers(secrets: ReadonlyMap<string, string>) {
  const examples = await installExamples()
  const receivers = [...secrets].map(async ([name, WEBHOOK_SECRET]): Promise<Receiver> => {
    const [command, ...args] = COMMANDS[name]?.(join(examples.directory, 'receivers')) ?? []
    if (command === undefined) throw new Error(`no receiver ${name}`)
    const env = { WEBHOOK_SECRET, INBOX: join(examples.directory, `${name}.db`) }
    const { place, lines } = await examples.start(command, args, /^Listening on.*?(\d+)\D*$/, env)
    return { name, url: `http://127.0.0.1:${place}/webhook`, lines }
  })
  const stop = async () => {
    await Promise.allSettled(receivers)
    await examples[Symbol.asyncDispose]()
  }
  try {
    return { receivers: await Promise.all(receivers), [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}
