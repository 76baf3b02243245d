import { AsyncLocalStorage } from 'node:async_hooks'
import type { Facts } from './log.ts'

const context = new AsyncLocalStorage<Record<string, Facts[string]>>()

/** Runs `work` and adds `facts` to every log line that it writes. */
export function withFacts<Result>(facts: Facts, work: () => Result): Result {
  return context.run({ ...context.getStore(), ...facts }, work)
}

/** Adds facts to all further log lines of the current work. */
export function addFacts(facts: Facts): void {
  Object.assign(commonFacts(), facts)
}

/** Returns the facts that every log line of the current work has. */
export function commonFacts(): Facts {
  return context.getStore() ?? {}
}

/** Returns the `x-request-id` of the request that caused the current work, or undefined if no request did. */
export function currentRequestId(): string | undefined {
  const { requestId } = commonFacts()
  return typeof requestId === 'string' ? requestId : undefined
}
