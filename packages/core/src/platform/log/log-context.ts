import { AsyncLocalStorage } from 'node:async_hooks'
import type { Facts } from './log.ts'

const context = new AsyncLocalStorage<Record<string, Facts[string]>>()

/** Runs `work`; every log line that it writes carries `facts` too. */
export function withFacts<Result>(facts: Facts, work: () => Result): Result {
  return context.run({ ...context.getStore(), ...facts }, work)
}

/** Adds to what the log lines of the work in hand carry, from now on. */
export function addFacts(facts: Facts): void {
  Object.assign(commonFacts(), facts)
}

/** What every log line of the work in hand carries. */
export function commonFacts(): Facts {
  return context.getStore() ?? {}
}

/** The `x-request-id` of the request that caused the work in hand; undefined when none did. */
export function currentRequestId(): string | undefined {
  const { requestId } = commonFacts()
  return typeof requestId === 'string' ? requestId : undefined
}
