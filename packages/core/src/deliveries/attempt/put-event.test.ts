import { expect, test } from 'vitest'
import { statusOf } from './put-event.ts'
import { judgeAttempt } from './verdict.ts'

test.each([
  ['ThrottlingException', 'retry'],
  ['InternalException', 'retry'],
  ['InternalFailure', 'retry'],
  ['an unknown error', 'retry'],
  ['AccessDeniedException', 'failed'],
  ['NotAuthorizedForSourceException', 'failed'],
  ['NotAuthorizedForDetailTypeException', 'failed'],
  ['InvalidAccountIdException', 'failed'],
  ['InvalidArgument', 'failed'],
  ['MalformedDetail', 'failed'],
  ['ResourceNotFoundException', 'failed'],
  ['ValidationException', 'failed'],
])('an event that EventBridge refuses with %s is a %s', (errorCode, kind) => {
  expect(judgeAttempt({ status: statusOf(errorCode) }, 1, [10])).toMatchObject({ kind })
})
