import { type Context, createContext, Script } from 'node:vm'
import { isObject } from '../../platform/json.ts'

const script = new Script('work()')
let context: Context | undefined

/** Thrown when `work` of `withinTime` was stopped. */
export class TookTooLongError extends Error {
  override name = 'TookTooLongError'
}

/**
 * What `work` answers, which is stopped in the middle when it takes longer: for computations whose length is up to others,
 * such as their regular expressions. Work must not call `withinTime` itself.
 */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  const results: Result[] = []
  context ??= createContext({})
  context.work = () => results.push(work())
  try {
    script.runInContext(context, { timeout: milliseconds })
  } catch (cause) {
    // It is an Error of the other context.
    if (isObject(cause) && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TookTooLongError(`took longer than ${milliseconds} ms`, { cause })
    throw cause
  } finally {
    context.work = undefined
  }
  for (const result of results) return result
  throw new Error('the work answered nothing')
}
