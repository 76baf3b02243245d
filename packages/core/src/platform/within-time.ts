import { type Context, createContext, Script } from 'node:vm'
import { isObject } from '@replywright/contract/json.ts'
import type { Ms } from '@replywright/contract/time.ts'
import { InternalError } from './errors.ts'

const script = new Script('work()')
let context: Context | undefined

/** Thrown when `withinTime` stops `work`. */
export class TookTooLongError extends InternalError {
  override name = 'TookTooLongError'
}

/** Stops `work` that takes too long, such as regular expressions on untrusted input. It must not call `withinTime`. */
export function withinTime<Result>(milliseconds: Ms, work: () => Result): Result {
  const results: Result[] = []
  context ??= createContext({})
  context.work = () => results.push(work())
  try {
    script.runInContext(context, { timeout: milliseconds })
  } catch (cause) {
    // The error belongs to the other context, so `instanceof Error` is false.
    if (isObject(cause) && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TookTooLongError(`took longer than ${milliseconds} ms`, { cause })
    throw cause
  } finally {
    context.work = undefined
  }
  for (const result of results) return result
  throw new InternalError('the work returned nothing')
}
