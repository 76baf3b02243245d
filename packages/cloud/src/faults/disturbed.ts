import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from './faults.ts'

/** Means that the caller gets no response: its connection is reset. */
export class ConnectionCut extends Error {
  override name = 'ConnectionCut'
}

/** How a fault is carried out where the call is made. */
interface FaultActions<Result> {
  /** Returns the response of a service that failed and can be retried. */
  fail(): Result
  /** Returns the response of a service that throttles. */
  throttle(): Result
  /** Returns the response of a service with a concurrent transaction on the same item. */
  conflict(): Result
  /** Ends the worker that made the call. */
  kill(): Promise<void>
}

/** Makes a call with a fault. @throws ConnectionCut if the caller must not receive the response. */
export async function disturbed<Result>(
  fault: Fault | undefined,
  act: () => Promise<Result>,
  { fail, throttle, conflict, kill }: FaultActions<Result>,
): Promise<Result> {
  switch (fault?.kind) {
    case undefined:
      return act()
    case 'fail-before':
      return fail()
    case 'throttle':
      return throttle()
    case 'conflict':
      return conflict()
    case 'fail-after':
      await act()
      throw new ConnectionCut('the response is lost')
    case 'delay':
      await fault.until
      await delay(fault.delayMs)
      return act()
    case 'duplicate': {
      const result = await act()
      await act()
      return result
    }
    case 'cut-off':
      throw new ConnectionCut('the call is lost')
    case 'kill-before':
      await kill()
      throw new ConnectionCut('the worker ended')
    case 'kill-after':
      await act()
      await kill()
      throw new ConnectionCut('the worker ended')
  }
}
