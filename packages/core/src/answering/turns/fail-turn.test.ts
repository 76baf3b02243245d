import { expect, test } from 'vitest'
import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import { turnFailureOf } from './fail-turn.ts'

const problem = { kind: 'model', mayPass: false, remedy: 'Choose another.' } as const

test.each([
  [new ModelRefusedError(401, 'invalid_api_key'), 'access'],
  [new ModelRefusedError(400, undefined, { problem }), 'access'],
  [new ModelRefusedError(400, 'context_length_exceeded'), 'refused'],
  [new ModelDownError('timeout'), 'timeout'],
  [new ModelDownError('access', 403), 'access'],
  [new ModelDownError('status', 503), 'down'],
  [new TypeError('x is undefined'), 'error'],
])('%s: %s', (error, cause) => {
  expect(turnFailureOf(error)).toBe(cause)
})
