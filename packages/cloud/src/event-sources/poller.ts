import { setTimeout as delay } from 'node:timers/promises'
import { isList, isObject } from '../json.ts'
import { LambdaError } from '../lambda/lambda-error.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'

/** A poller that runs until it is stopped. */
export interface Poller {
  /** Resolves when the work in progress has ended. */
  stop(): Promise<void>
}

export interface PollerContext {
  readonly lambda: LambdaService
  readonly region: string
  readonly log: (line: string) => void
}

/** How long a poller waits after a failed call to an engine. */
export const ENGINE_RETRY_MILLISECONDS = 1000

/** Waits for this time or until the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // It rejects only when it is stopped.
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}

/** Returns whether an invocation was throttled. The function's code did not run. */
export function isThrottled(error: unknown): boolean {
  return error instanceof LambdaError && error.name === 'TooManyRequestsException'
}

/** Returns `name: message` of anything thrown. */
export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Returns the engine's URL of a queue. The engine has only one account. */
export function queueUrlOf(endpoint: string, queueArn: string): string {
  return `${endpoint}/000000000000/${queueArn.split(':').at(-1)}`
}

/**
 * Returns the items of a batch that a function reports as failed (`ReportBatchItemFailures`). No list, or an empty one,
 * means none. An invalid report, or one with an unknown item, means all.
 */
export function failedItems(response: unknown, ids: readonly string[]): ReadonlySet<string> {
  const all = new Set(ids)
  if (response === null || response === undefined || response === '') return new Set()
  if (!isObject(response)) return all
  const failures = response.batchItemFailures ?? []
  if (!isList(failures)) return all
  const failed = new Set<string>()
  for (const failure of failures) {
    const id = isObject(failure) ? failure.itemIdentifier : undefined
    if (typeof id !== 'string' || !all.has(id)) return all
    failed.add(id)
  }
  return failed
}
