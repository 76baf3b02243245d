import { invalidField } from '../errors.ts'
import { isObject, parseJson } from '../json.ts'

/** The 400 for a cursor that is not one of the list that it was given to. */
export function invalidCursor(): Error {
  return invalidField('cursor', 'invalid; request the first page without it')
}

/**
 * What to do with an error of a read that went on from a caller's cursor: a 400 if the cursor cannot be decoded, or DynamoDB
 * refuses it as the start of this list. Any other error is thrown as it is: the read failed, and may succeed when it is repeated.
 */
export function refuseCursor({ cursor }: { readonly cursor?: string }): (error: unknown) => never {
  return (error) => {
    if (cursor !== undefined && (!isDecodable(cursor) || isRefusal(error))) throw invalidCursor()
    throw error
  }
}

/** ElectroDB's cursors are a key in JSON and base64url; all attributes of our keys are text. */
function isDecodable(cursor: string): boolean {
  const key = parseJson(Buffer.from(cursor, 'base64url').toString())?.value
  return isObject(key) && Object.values(key).every((value) => typeof value === 'string')
}

/** ElectroDB wraps DynamoDB's errors. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'ValidationException' || isRefusal(error.cause)
}
