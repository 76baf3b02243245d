import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from './faults.ts'

/** The caller gets no answer: its connection is reset. */
export class ConnectionCut extends Error {
  override name = 'ConnectionCut'
}

/** What a fault needs from where it happens. */
export interface Means<Answer> {
  /** The answer of a service that failed and may be asked again. */
  refuse(): Answer
  /** The answer of a service that is called too often. */
  throttle(): Answer
  /** The answer of a service that works on another transaction with the same item. */
  conflict(): Answer
  /** Ends the worker that made the call. */
  kill(): Promise<void>
}

/**
 * Makes a call under a fault.
 * @throws ConnectionCut when the answer must not reach the caller.
 */
export async function disturbed<Answer>(
  fault: Fault | undefined,
  act: () => Promise<Answer>,
  { refuse, throttle, conflict, kill }: Means<Answer>,
): Promise<Answer> {
  switch (fault?.kind) {
    case undefined:
      return act()
    case 'fail-before':
      return refuse()
    case 'throttle':
      return throttle()
    case 'conflict':
      return conflict()
    case 'fail-after':
      await act()
      throw new ConnectionCut('the answer is lost')
    case 'delay':
      await delay(fault.delayMs)
      return act()
    case 'duplicate': {
      const answer = await act()
      await act()
      return answer
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
