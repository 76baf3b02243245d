import { expect, test } from 'vitest'
import { failureOf } from './error-words.ts'

const reported = (text: string) => `The messaging provider reports: ${text}`

test.each([
  ['window_closed', reported('Re-engagement message (131047)'), /24 hours. Send a template \(131047\)$/, 'template'],
  ['upstream_error', reported('Account locked (131031)'), /locked the account/, 'again'],
  ['validation_error', reported('Undeliverable (131026)'), /can’t receive/, 'none'],
  ['upstream_error', reported('News (999)'), /^The messaging provider reports: News \(999\)$/, 'again'],
  ['window_closed', 'The service window has closed.', /closed/, 'template'],
])('%s: %s', (code, message, text, remedy) => {
  expect(failureOf({ code, message })).toEqual({ text: expect.stringMatching(text), remedy })
})
