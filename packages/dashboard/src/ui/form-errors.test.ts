import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { fieldErrors } from './form-errors.ts'

const refusal = (details: { path: string; message: string }[]) =>
  new ApiError('The input is not valid.', { status: 400, code: 'validation_error', details })

test('each refusal stands beside its field, the first of a field wins', () => {
  const error = refusal([
    { path: 'url', message: 'names a guarded address' },
    { path: 'url', message: 'must be https' },
    { path: 'events.0', message: 'is unknown' },
  ])
  expect(fieldErrors(error, ['url', 'events'])).toEqual({ url: 'Names a guarded address.', events: 'Is unknown.' })
})

test('what is about no field of the form is not lost', () => {
  expect(fieldErrors(refusal([{ path: 'X-Organization-Id', message: 'is unknown' }]), ['url'])).toEqual({
    '': 'Is unknown.',
  })
  expect(fieldErrors(new Error('x'), ['url'])).toEqual({})
})
