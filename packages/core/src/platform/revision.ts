import { conflict } from './errors.ts'

/** A resource with its revision, which increases with each change. A response shows it as `ETag`. */
export class Revised<Resource> {
  readonly resource: Resource
  readonly revision: number
  constructor(resource: Resource, revision: number) {
    this.resource = resource
    this.revision = revision
  }
}

/**
 * Checks the revision that a change is based on (`If-Match`). A change without one is always accepted.
 * @throws ServiceError 409 if the stored resource, such as an `agent`, has another revision
 */
export function assertRevision(expected: number | undefined, stored: number, noun: string): void {
  if (expected === undefined || expected === stored) return
  throw conflict(
    'changed_concurrently',
    `The ${noun} was changed since you read it. Get it again and repeat your change.`,
  )
}
