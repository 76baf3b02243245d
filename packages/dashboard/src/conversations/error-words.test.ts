import { expect, test } from 'vitest'
import { failureOf, retryOf } from './error-words.ts'

const reported = (text: string) => `The messaging provider reports: ${text}`

test.each([
  ['window_closed', reported('Re-engagement message (131047)'), /24 hours. Send a template \(131047\)$/, 'template'],
  ['upstream_error', reported('Account locked (131031)'), /locked the account/, 'again'],
  ['validation_error', reported('Undeliverable (131026)'), /can’t receive/, 'none'],
  ['upstream_error', reported('Media upload error (131053)'), /can’t use the file/, 'edit'],
  ['upstream_error', reported('News (999)'), /^The messaging provider reports: News \(999\)$/, 'again'],
  ['window_closed', 'The service window has closed.', /closed/, 'template'],
])('%s: %s', (code, message, text, remedy) => {
  expect(failureOf({ code, message })).toEqual({ text: expect.stringMatching(text), remedy })
})

const failed = (providerCode: number) => ({
  error: { code: 'upstream_error', message: reported(`Failed (${providerCode})`) },
  template: null,
})
const locked = failed(131031)
const file = failed(131053)
const unreachable = failed(131026)
const template = { ...locked, template: { name: 'news', language: 'en', variables: [], components: undefined } }
const OPEN = { isOpen: true, isEditable: true }
const CLOSED = { isOpen: false, isEditable: true }

test.each<[string, Parameters<typeof retryOf>, ('again' | 'edit' | 'template' | 'isClosed')[]]>([
  ['a text', [locked, OPEN], ['again', 'edit']],
  ['a message without a reason', [{ ...locked, error: null }, OPEN], ['again', 'edit']],
  ['what no form can hold', [locked, { ...OPEN, isEditable: false }], ['again']],
  ['a file that the provider cannot use', [file, OPEN], ['edit']],
  ['a customer who cannot receive it', [unreachable, OPEN], []],
  ['a customer who cannot receive it, later', [unreachable, CLOSED], []],
  ['a text after the window has closed', [locked, CLOSED], ['template', 'isClosed']],
  ['a file after the window has closed', [file, CLOSED], ['template', 'isClosed']],
  ['a template after the window has closed', [template, { ...CLOSED, isEditable: false }], ['again']],
  ['a text outside the window', [failed(131047), OPEN], ['template']],
])('what helps after the failure of %s', (_, args, expected) => {
  const retry = retryOf(...args)
  expect(Object.entries(retry).flatMap(([name, applies]) => (applies ? [name] : []))).toEqual(expected)
})
