import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lockOwner } from '@replywright/cloud/engines'
import * as v from 'valibot'
import { createDirectory, readReady, readyFile } from './data-dir.ts'
import { printStep } from './print-step.ts'

/** What a service in the background tells the process that started it. */
export const Notice = v.union([v.object({ progress: v.string() }), v.object({ ready: v.string() })])
export type Notice = v.InferOutput<typeof Notice>

/** The first start on a slow machine takes three minutes. */
const LONGEST_START_MILLISECONDS = 900_000
const LONGEST_STOP_MILLISECONDS = 30_000
const POLL_MILLISECONDS = 100
const MOST_LINES = 40

/** Where a service in the background writes what `npm start` prints. */
export function outputFile(dataDir: string): string {
  return join(dataDir, 'start.log')
}

/**
 * Starts the service in a process that stays when this one ends, unless it runs already. Returns what `npm start`
 * prints when the service is ready, or what it printed if it ended before, or was not ready in time.
 */
export async function startInBackground(
  dataDir: string,
): Promise<{ readonly ready: string } | { readonly failed: string }> {
  const running = await findRunning(dataDir)
  if (running) return { ready: running }
  createDirectory(resolve(dataDir))
  const file = outputFile(dataDir)
  const output = openSync(file, 'w', 0o600)
  // The service stops if this process ends before it is ready.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--background'], {
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  const ready = await firstNotice(child)
  if (ready === undefined) return { failed: lastLines(readFileSync(file, 'utf8')) }
  child.disconnect()
  child.unref()
  return { ready: `${ready}Its output is in ${file}\n` }
}

/** Returns the addresses of the service that uses a data directory, as soon as it is ready; undefined if there is none. */
async function findRunning(dataDir: string): Promise<string | undefined> {
  for (;;) {
    const owner = lockOwner(dataDir)
    if (owner === undefined) return undefined
    const ready = readReady(dataDir)
    if (ready)
      return `\nThe service runs already, as process ${owner}.\n\n  API        ${ready.baseUrl}/api/v1/\n  Dashboard  ${ready.dashboardUrl}\n\n${readyFile(dataDir)} has all addresses and keys.\n`
    await delay(POLL_MILLISECONDS)
  }
}

/** Returns the text of a service that is ready; undefined if it ended or took too long. */
async function firstNotice(child: ChildProcess): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_START_MILLISECONDS)
  child.on('message', (message) => {
    const notice = v.parse(Notice, message)
    if ('ready' in notice) resolve(notice.ready)
    else printStep(notice.progress)
  })
  child.on('error', () => resolve(undefined))
  child.on('exit', () => resolve(undefined))
  return await promise.finally(() => clearTimeout(limit))
}

/** Stops the service that uses a data directory. Returns whether there was one. @throws Error if it does not end in time */
export async function stopService(dataDir: string): Promise<boolean> {
  const owner = lockOwner(dataDir)
  if (owner === undefined) return false
  process.kill(owner, 'SIGTERM')
  for (let waited = 0; waited < LONGEST_STOP_MILLISECONDS; waited += POLL_MILLISECONDS) {
    if (lockOwner(dataDir) === undefined) return true
    await delay(POLL_MILLISECONDS)
  }
  throw new Error(
    `process ${owner} did not end within ${LONGEST_STOP_MILLISECONDS / 1000} seconds. End it with kill -9 ${owner}`,
  )
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-MOST_LINES).join('\n')
}
