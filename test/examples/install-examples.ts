import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleLibrary } from '../../packages/client/build/bundle.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIBRARIES = ['express', 'fastify', 'hono', '@hono', 'ai', '@ai-sdk']

/** A running example. */
export interface Running {
  /** The part of its output that says where it is. */
  readonly place: string
  /** The lines that it has printed after that. */
  readonly lines: readonly string[]
}

export type InstalledExamples = Awaited<ReturnType<typeof installExamples>>

/** Copies the examples to a directory that has the built client as an installed package. */
export async function installExamples() {
  const directory = await mkdtemp(join(tmpdir(), 'examples-'))
  const installed = join(directory, 'node_modules')
  const client = join(installed, '@replywright/client')
  await cp(join(ROOT, 'examples'), directory, { recursive: true })
  await mkdir(client, { recursive: true })
  await cp(join(ROOT, 'packages/client/package.json'), join(client, 'package.json'))
  await bundleLibrary(join(client, 'dist/index.js'))
  for (const name of LIBRARIES) await symlink(join(ROOT, 'node_modules', name), join(installed, name))
  const processes: ChildProcess[] = []
  return {
    directory,
    /** Starts an example on a free port, and waits until it prints `place`, whose first group is returned. */
    async start(
      command: string,
      args: readonly string[],
      place: RegExp,
      env: Record<string, string>,
    ): Promise<Running> {
      const child = spawn(command, args, {
        cwd: directory,
        env: { PATH: process.env.PATH, PORT: '0', ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      processes.push(child)
      const lines: string[] = []
      const started = Promise.withResolvers<string>()
      createInterface(child.stdout)
        .on('line', (line) => {
          const [, found] = place.exec(line) ?? []
          if (found === undefined) return lines.push(line)
          lines.length = 0
          started.resolve(found)
        })
        .once('close', () => started.reject(new Error(`${args.at(-1)} did not start: ${lines.join('\n')}`)))
      return { place: await started.promise, lines }
    },
    async [Symbol.asyncDispose]() {
      for (const child of processes) if (child.kill()) await once(child, 'exit')
      await rm(directory, { recursive: true })
    },
  }
}
