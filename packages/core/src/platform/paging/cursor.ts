import { invalidField } from '../errors.ts'
import { isObject, parseJson } from '../json.ts'

/** Returns the 400 for a cursor that does not belong to the list. */
export function invalidCursor(): Error {
  return invalidField('cursor', 'invalid; request the first page without it')
}

/**
 * Returns a handler for an error of a read with a caller's cursor. It throws a 400 if the cursor cannot be decoded, or
 * DynamoDB rejects it as the start of this list. It throws any other error unchanged: a retry may succeed.
 */
export function rethrowReadError({ cursor }: { readonly cursor?: string }): (error: unknown) => never {
  return (error) => {
    if (cursor !== undefined && (!isDecodable(cursor) || isRefusal(error))) throw invalidCursor()
    throw error
  }
}

/** ElectroDB's cursors are a key in JSON and base64url; all attributes of our keys are strings. */
function isDecodable(cursor: string): boolean {
  const key = parseJson(Buffer.from(cursor, 'base64url').toString())?.value
  return isObject(key) && Object.values(key).every((value) => typeof value === 'string')
}

/** Returns whether DynamoDB rejected a request as invalid. ElectroDB wraps DynamoDB's errors. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'ValidationException' || isRefusal(error.cause)
}
