import { ServiceError } from '../errors.ts'

/**
 * Checks the revision that a change is based on. A change without one is always accepted.
 * @throws ServiceError 409 if the stored resource, such as an `agent`, has another revision
 */
export function assertRevision(expected: number | undefined, stored: number, noun: string): void {
  if (expected === undefined || expected === stored) return
  throw new ServiceError('conflict', `The ${noun} was changed since you read it. Get it again and repeat your change.`)
}
