import { setTimeout as delay } from 'node:timers/promises'
import { LambdaError } from '../lambda/lambda-error.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'

/** Something that polls until it is told to stop. */
export interface Poller {
  /** Resolves when what was begun has ended. */
  stop(): Promise<void>
}

/** What every poller needs. */
export interface PollerContext {
  readonly lambda: LambdaService
  readonly region: string
  readonly log: (line: string) => void
}

/** How long to wait after an engine did not answer. */
export const ENGINE_RETRY_MILLISECONDS = 1000

/** Waits, or until the signal is given. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // Being stopped is the one way this rejects.
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}

/** Whether an invocation was refused for want of concurrency; the function's code did not run. */
export function isThrottled(error: unknown): boolean {
  return error instanceof LambdaError && error.name === 'TooManyRequestsException'
}

/** `name: message` of whatever was thrown. */
export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
