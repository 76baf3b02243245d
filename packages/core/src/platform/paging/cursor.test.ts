import { expect, test } from 'vitest'
import { rethrowReadError } from './cursor.ts'

const encoded = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
const named = (name: string) => Object.assign(new Error(name), { name })
const wrapped = (name: string) => new Error('thrown by the client', { cause: named(name) })
const CURSOR = encoded({ pk: 'a', sk: 'b' })

test.each([
  ['text that is not a cursor', 'garbage', new Error('cannot be parsed')],
  ['JSON that is not a key', encoded(['a']).slice(3), new Error('cannot be parsed')],
  ['a key with a number', encoded({ pk: 'a', sk: 1 }), new Error('cannot be marshalled')],
  ['a key of another list', CURSOR, wrapped('ValidationException')],
])('rejects %s with 400', (_, cursor, error) => {
  expect(() => rethrowReadError({ cursor })(error)).toThrow(expect.objectContaining({ status: 400 }))
})

test.each([
  ['throttled', CURSOR, wrapped('ProvisionedThroughputExceededException')],
  ['without a connection', CURSOR, named('TimeoutError')],
  ['not allowed', CURSOR, wrapped('AccessDeniedException')],
  ['rejected without a cursor', undefined, wrapped('ValidationException')],
])('rethrows the error of a read that is %s', (_, cursor, error) => {
  expect(() => rethrowReadError({ cursor })(error)).toThrow(error)
})
