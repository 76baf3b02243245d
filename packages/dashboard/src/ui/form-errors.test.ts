import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { fieldErrors, sentences } from './form-errors.ts'

const invalidInput = (details: { path: string; message: string }[]) =>
  new ApiError('The input is not valid.', { status: 400, code: 'validation_error', details })

test('reports the first error of each field', () => {
  const error = invalidInput([
    { path: 'url', message: 'must be a public address' },
    { path: 'url', message: 'must be https' },
    { path: 'events.0', message: 'is unknown' },
  ])
  expect(fieldErrors(error, ['url', 'events'])).toEqual({ url: 'Must be a public address.', events: 'Is unknown.' })
})

test('reports errors of unknown fields without a field', () => {
  expect(fieldErrors(invalidInput([{ path: 'X-Organization-Id', message: 'is unknown' }]), ['url'])).toEqual({
    '': 'Is unknown.',
  })
  expect(fieldErrors(new Error('x'), ['url'])).toEqual({})
})

test('shows the messages of rules as sentences', () => {
  expect(sentences({ email: 'must be an email address', name: null })).toEqual({
    email: 'Must be an email address.',
    name: null,
  })
})
