import { expect, test } from 'vitest'
import { isTransient, readErrorBody, readErrorObject } from './provider-error.ts'

test.each([
  [131047, 'window_closed'],
  [100, 'validation_error'],
  [131009, 'validation_error'],
  [131026, 'validation_error'],
  [130472, 'validation_error'],
  [131049, 'validation_error'],
  [131063, 'upstream_error'],
  [132000, 'validation_error'],
  [132015, 'validation_error'],
  [190, 'upstream_error'],
  [131031, 'upstream_error'],
  [131056, 'upstream_error'],
  [133010, 'upstream_error'],
])('maps the provider’s code %i to %s', (code, ours) => {
  expect(readErrorBody({ error: { code, message: 'no' } })).toMatchObject({ code: ours, providerCode: code })
})

test('returns the most specific text, truncated, with the provider’s code', () => {
  const error = { code: 132000, message: '(#132000) mismatch', error_data: { details: 'expected 2, got 1' } }
  expect(readErrorObject(error)?.message).toBe('The messaging provider reports: expected 2, got 1 (132000)')
  expect(readErrorObject({ ...error, error_data: 'a text' })?.message).toContain('mismatch')
  expect(readErrorObject({ code: 1, message: 'x'.repeat(5000) })?.message.length).toBeLessThan(600)
})

test('explains that the name of a deleted template is blocked', () => {
  const error = { code: 100, error_subcode: 2388023, message: 'Invalid parameter' }
  expect(readErrorObject(error)?.message).toBe(
    'The messaging provider reports: a template of this name was deleted, which blocks the name for 30 days; use another name (100)',
  )
})

test.each([undefined, null, '<html>', {}, { error: 'no' }, { error: { message: 'no code' } }])(
  '%o is not an error of the provider',
  (body) => {
    expect(readErrorBody(body)).toBeUndefined()
  },
)

test.each([
  [130429, true],
  [131016, true],
  [131000, false],
  [131056, false],
])('%i can be retried at once: %s', (code, retryable) => {
  const error = readErrorObject({ code })
  expect(error && isTransient(error)).toBe(retryable)
})
