import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { numberOf, parseObject } from '../json.ts'

/**
 * Locks a data directory with a file that names the engine process and its host. After a SIGKILL of the host, the
 * engine can still run and hold the database; the next start ends it.
 * @throws Error if the host that owns the directory is still alive.
 */
export async function takeOver(file: string, commandLineContains: string): Promise<void> {
  if (!existsSync(file)) return
  const { engine = 0, host = 0 } = readLock(file)
  if (commandLine(engine).includes(commandLineContains)) {
    if (commandLine(host) !== '') throw new Error(`The data directory of ${file} is in use by process ${host}`)
    while (commandLine(engine).includes(commandLineContains)) {
      kill(engine)
      await delay(10)
    }
  }
  release(file)
}

/** Records that the process `engine` belongs to this process. */
export function lock(file: string, engine: number): void {
  writeFileSync(file, JSON.stringify({ engine, host: process.pid }))
}

export function release(file: string): void {
  rmSync(file, { force: true })
}

function readLock(file: string): { engine?: number; host?: number } {
  try {
    const lock = parseObject(readFileSync(file, 'utf8'))
    return { engine: numberOf(lock.engine), host: numberOf(lock.host) }
  } catch {
    // The file of a crashed process may be incomplete.
    return {}
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended in the meantime.
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns an empty string for an ended process or a zombie. A process id may be reused. */
function commandLine(pid: number): string {
  if (!isAlive(pid)) return ''
  try {
    if (existsSync('/proc')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
