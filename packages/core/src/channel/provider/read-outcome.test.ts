import { expect, test } from 'vitest'
import { readOutcome } from './read-outcome.ts'

const answered = (status: number, body: unknown) => readOutcome({ kind: 'response', status, body })
const accepted = (message: object, beside: object = {}) => ({ messages: [message], ...beside })
const refusal = (code: unknown, beside: object = {}) => ({ error: { code, message: 'No', ...beside } })

test.each([
  ['an acceptance', accepted({ id: 'wamid.1', message_status: 'accepted' }), { waId: 'wamid.1' }],
  ['an acceptance with null beside', accepted({ id: 'wamid.1', message_status: null }, { contacts: null }), {}],
  [
    'the customer’s number as a number',
    accepted({ id: 'w' }, { contacts: [{ wa_id: 4477 }] }),
    { contactWaId: '4477' },
  ],
  [
    'a message that is held',
    accepted({ id: 'w', message_status: 'held_for_quality_assessment' }),
    { held: 'held_for_quality_assessment' },
  ],
  ['a message of a paused template', accepted({ id: 'w', message_status: 'paused' }), { held: 'paused' }],
])('%s is accepted', (_, body, expected) => {
  expect(answered(200, body)).toMatchObject({ kind: 'accepted', ...expected })
})

test('a message that is sent at once is not held', () => {
  expect(answered(200, accepted({ id: 'w', message_status: 'accepted' }))).not.toHaveProperty('held')
})

test.each([
  ['a success without an id', 200, { messages: [{}] }],
  ['a success with an empty id', 200, { messages: [{ id: '' }] }],
  ['a success without messages', 200, { messages: [] }],
  ['a success without a body', 200, undefined],
  ['a page of a proxy', 403, undefined],
  ['an unavailable server', 503, undefined],
  ['an error of a server without a code', 500, { error: { message: 'Oops' } }],
  ['an acceptance with an error’s status', 500, accepted({ id: 'w' })],
])('%s is unknown', (_, status, body) => {
  expect(answered(status, body)).toEqual({ kind: 'unknown', failure: `status ${status}` })
})

test.each([
  [131026, 'validation_error', 'no problem'],
  ['131026', 'validation_error', 'no problem'],
  [131047, 'window_closed', 'no problem'],
  [131056, 'upstream_error', 'no problem'],
  [130429, 'upstream_error', 'no problem'],
  [131063, 'upstream_error', 'no problem'],
  [999_999, 'upstream_error', 'no problem'],
  [131042, 'upstream_error', 'payment'],
  ['131044', 'upstream_error', 'payment'],
  [131048, 'upstream_error', 'spam'],
  [368, 'upstream_error', 'policy'],
  [131031, 'upstream_error', 'policy'],
  [190, 'upstream_error', 'token'],
  [0, 'upstream_error', 'token'],
  [10, 'upstream_error', 'permission'],
  [294, 'upstream_error', 'permission'],
  [133010, 'upstream_error', 'registration'],
  [131037, 'upstream_error', 'display name'],
])('the code %j is refused as %s, and is %s of the number', (code, ours, topic) => {
  const outcome = answered(400, refusal(code))
  expect(outcome).toMatchObject({ kind: 'refused', error: { code: ours, providerCode: Number(code) } })
  const { numberProblem } = outcome.kind === 'refused' ? outcome.error : {}
  expect(numberProblem?.topic ?? 'no problem').toBe(topic)
})

test.each([463, 460, 467, 458])('a token with the subcode %i is a problem of the account', (error_subcode) => {
  const body = refusal(190, { error_subcode, error_data: 'a text' })
  expect(answered(401, body)).toMatchObject({ error: { providerCode: 190, numberProblem: { topic: 'token' } } })
})

test('a number that the token does not know is no mistake of the caller, any other wrong parameter is', () => {
  expect(answered(400, refusal(100, { error_subcode: 33 }))).toMatchObject({
    error: { code: 'upstream_error', numberProblem: { topic: 'registration', state: 'blocked' } },
  })
  expect(answered(400, refusal(100))).toMatchObject({ error: { code: 'validation_error' } })
})

test.each([
  [{ error: { message: 'Denied', type: 'OAuthException' } }, 'Denied'],
  [{ error: { title: 'Denied', code: null } }, 'Denied'],
  [{ error: { message: 'Denied', code: '' } }, 'Denied'],
])('a refusal without a code has its text: %j', (body, text) => {
  expect(answered(400, body)).toMatchObject({
    kind: 'refused',
    error: { code: 'upstream_error', providerCode: null, message: expect.stringContaining(text) },
  })
})

test('what was not sent is refused, and what got no response is unknown', () => {
  expect(readOutcome({ kind: 'unreachable', failure: 'ECONNREFUSED' })).toMatchObject({ kind: 'refused' })
  expect(readOutcome({ kind: 'unknown', failure: 'timeout' })).toEqual({ kind: 'unknown', failure: 'timeout' })
})
