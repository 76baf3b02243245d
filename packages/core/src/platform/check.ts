import { dropNulls, entriesFor } from '@replywright/contract/absent-nulls.ts'
import * as v from 'valibot'
import { ServiceError } from './errors.ts'

/**
 * Checks input against a contract's schema. Null in an optional field counts as absent.
 * @throws ServiceError 400 with one detail for each invalid field
 */
export function check<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, dropNulls(schema, input))
  if (result.success) return result.output
  const details = result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: messageOf(issue) }))
  const [{ path, message } = { path: '', message: 'is invalid' }] = details
  throw new ServiceError('validation_error', `${path || 'body'}: ${message}`, details)
}

/**
 * As `check`, for the query of a request.
 * @throws ServiceError 400 that names the known parameters, for one that the schema does not know
 */
export function checkQuery<S extends v.GenericSchema>(schema: S, query: object): v.InferOutput<S> {
  const known = Object.keys(entriesFor(schema, query) ?? {})
  const message =
    known.length === 0 ? 'is unknown; there are no query parameters' : `is unknown; use ${known.join(', ')}`
  const [unknown, ...others] = Object.keys(query).filter((name) => !known.includes(name))
  if (unknown === undefined) return check(schema, query)
  const details = [unknown, ...others].map((path) => ({ path, message }))
  throw new ServiceError('validation_error', `${unknown}: ${message}`, details)
}

const SAFE_INTEGER = `must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
  loose_object: 'must be an object',
  record: 'must be an object',
  uuid: 'must be a UUID',
  iso_timestamp: 'must be an ISO 8601 date-time',
  url: 'must be an absolute URL',
  integer: 'must be a whole number',
  safe_integer: 'must be a whole number',
  non_empty: 'must not be empty',
}

/** Returns the message of an issue. Replaces the default messages of the library by the rule of the field. */
function messageOf({ message, type, input, received, expected, requirement }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message
  if (received === 'undefined') return 'is required'
  if (type === 'number' && typeof input === 'bigint') return SAFE_INTEGER
  if (type === 'safe_integer' && Number.isInteger(input)) return SAFE_INTEGER
  if (expected === 'Object') return 'must be an object'
  if (type === 'max_length') return `must be at most ${requirement} characters`
  if (type === 'min_value') return `must be at least ${requirement}`
  if (type === 'max_value') return `must be at most ${requirement}`
  const choices = expected?.match(/"[^"]*"/g) ?? []
  if (choices.length > 1) return `must be one of ${choices.join(', ')}`
  return choices.length === 1 ? `must be ${choices.join()}` : (EXPECTED[type] ?? 'is invalid')
}
