import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleLibrary } from '../../packages/client/build/bundle.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'packages/client')
const SERVE_ROUTE = join(CLIENT, 'src/testing/serve-route.ts')
const LIBRARIES = ['express', 'fastify', 'hono', '@hono']

/** The arguments of each example's process. Next.js is not installed: an adapter serves its route handler. */
const COMMANDS: Readonly<Record<string, (directory: string) => readonly [string, ...string[]]>> = {
  express: (directory) => [process.execPath, join(directory, 'express/server.ts')],
  fastify: (directory) => [process.execPath, join(directory, 'fastify/server.ts')],
  hono: (directory) => [process.execPath, join(directory, 'hono/server.ts')],
  nextjs: (directory) => [process.execPath, SERVE_ROUTE, join(directory, 'nextjs/app/api/webhook/route.ts')],
  python: (directory) => ['python3', join(directory, 'python/receiver.py')],
}

/** Returns the names of the examples that this machine can run. */
export function runnableExamples(): readonly string[] {
  const hasPython = spawnSync('python3', ['--version']).status === 0
  if (!hasPython) console.warn('The Python example is not tested, because this machine has no python3.')
  return Object.keys(COMMANDS).filter((name) => name !== 'python' || hasPython)
}

/** A running example. */
export interface Receiver {
  readonly name: string
  readonly url: string
  /** The lines that it has printed: one for each message that it has handled. */
  readonly lines: readonly string[]
}

/** Starts examples with their signing secrets, and with the built client as an installed package. */
export async function startExamples(secrets: ReadonlyMap<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), 'client-examples-'))
  const installed = join(directory, 'node_modules')
  await cp(join(CLIENT, 'examples'), directory, { recursive: true })
  await mkdir(join(installed, '@replywright/client'), { recursive: true })
  await cp(join(CLIENT, 'package.json'), join(installed, '@replywright/client/package.json'))
  await bundleLibrary(join(installed, '@replywright/client/dist/index.js'))
  for (const name of LIBRARIES) await symlink(join(ROOT, 'node_modules', name), join(installed, name))
  const processes: ChildProcess[] = []
  const receivers = [...secrets].map(async ([name, secret]): Promise<Receiver> => {
    const [command, ...args] = COMMANDS[name]?.(directory) ?? []
    if (command === undefined) throw new Error(`no example ${name}`)
    const child = spawn(command, args, {
      cwd: directory,
      env: { PATH: process.env.PATH, PORT: '0', WEBHOOK_SECRET: secret, INBOX: join(directory, `${name}.db`) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    processes.push(child)
    const lines: string[] = []
    const output = createInterface(child.stdout).on('line', (line) => lines.push(line))
    await Promise.race([once(output, 'line'), once(output, 'close')])
    const port = /(\d+)\D*$/.exec(lines.shift() ?? '')?.[1]
    if (port === undefined) throw new Error(`The example ${name} did not start`)
    return { name, url: `http://127.0.0.1:${port}/webhook`, lines }
  })
  const stop = async () => {
    await Promise.allSettled(receivers)
    for (const child of processes) if (child.kill()) await once(child, 'exit')
    await rm(directory, { recursive: true })
  }
  try {
    return { receivers: await Promise.all(receivers), [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}
