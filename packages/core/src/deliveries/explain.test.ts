import { CAUSES } from '@replywright/contract/causes.ts'
import { expect, test } from 'vitest'
import { explainAttempt, explainDelivery } from './explain.ts'

const failure = { durationMs: 5 }

test.each(CAUSES)('explains a failure by %s, with a reason and a fix of its own', (cause) => {
  const { explanation, fix } = explainAttempt({ ...failure, cause })
  expect(explanation).toMatch(/^Failed: [^()]+\.$/)
  expect(fix).toMatch(/^[A-Z].+\.$/)
  const others = CAUSES.filter((other) => other !== cause).map((other) => explainAttempt({ ...failure, cause: other }))
  expect(others.map((other) => other.explanation)).not.toContain(explanation)
  expect(others.map((other) => other.fix)).not.toContain(fix)
})

test('explains what is wrong with a response that is no HTTP, and with a certificate', () => {
  expect(explainAttempt({ ...failure, cause: 'invalid_response', reason: 'Expected HTTP/' }).explanation).toBe(
    'Failed: the response is not valid HTTP (Expected HTTP/).',
  )
  for (const [reason, words] of [
    ['CERT_HAS_EXPIRED', 'the certificate has expired'],
    ['CRL_HAS_EXPIRED', 'CRL_HAS_EXPIRED'],
  ])
    expect(explainAttempt({ ...failure, cause: 'tls', reason }).explanation).toBe(
      `Failed: no secure connection (${words}).`,
    )
})

test('explains a successful attempt', () => {
  expect(explainAttempt({ status: 204, durationMs: 12 })).toEqual({
    explanation: 'Endpoint returned 204 in 12 ms.',
    fix: null,
  })
})

test.each([{ status: 200 }, { status: 500, cause: 'server_error' }] as const)(
  'mentions a response body that did not end in time: %o',
  (attempt) => {
    const onTime = explainAttempt({ ...attempt, durationMs: 10_000 })
    expect(explainAttempt({ ...attempt, durationMs: 10_000, bodyLate: true }).explanation).toBe(
      `${onTime.explanation} Its response body was incomplete after 10 seconds, which delays other deliveries: end the response sooner.`,
    )
  },
)

test.each([
  [401, 'client_error', /credentials/],
  [404, 'client_error', /path/],
  [405, 'client_error', /POST/],
  [422, 'client_error', /2xx/],
  [503, 'server_error', /overloaded/],
] as const)('suggests a fix for status %i', (status, cause, fix) => {
  const attempt = { ...failure, status, cause }
  expect(explainAttempt(attempt).explanation).toContain(`(${status})`)
  expect(explainAttempt(attempt).fix).toMatch(fix)
})

test('suggests to verify the signature if the response is about it', () => {
  const refused = { ...failure, status: 400, cause: 'client_error' } as const
  expect(explainAttempt({ ...refused, body: '{"error":"Wrong_Signature"}' }).fix).toMatch(/^Verify the signature/)
  expect(explainAttempt({ ...refused, body: 'no' }).fix).not.toMatch(/signature/)
})

test('names the redirect target if the response has one', () => {
  const redirect = { ...failure, status: 301, cause: 'redirect' } as const
  expect(explainAttempt({ ...redirect, headers: { Location: 'https://new.example.com/' } }).fix).toBe(
    'Update the URL to the redirect target: https://new.example.com/',
  )
  for (const headers of [undefined, {}, { Server: 'x' }])
    expect(explainAttempt({ ...redirect, headers }).fix).toMatch(/^Update the URL to the redirect target\./)
  expect(explainAttempt({ ...redirect, headers: { Server: 'x', LOCATION: '/new' } }).fix).toMatch(/: \/new$/)
  const created = { ...failure, status: 404, cause: 'client_error', headers: { Location: '/new' } } as const
  expect(explainAttempt(created).fix).not.toContain('/new')
})

const at = 1
const timeout = { at, durationMs: 10_000, cause: 'timeout' } as const
const unavailable = { at, durationMs: 9, cause: 'server_error', status: 503 } as const
const success = { at, durationMs: 80, status: 200 }

test.each([
  [{ status: 'pending', attemptCount: 0 }, 'Waiting for the first attempt.'],
  [
    { status: 'pending', attemptCount: 2, attempts: [unavailable, timeout] },
    'Attempt 2 failed: no response within 10 seconds. Retrying.',
  ],
  [{ status: 'pending', attemptCount: 1, attempts: [unavailable] }, 'Attempt 1 failed: server error (503). Retrying.'],
  [
    { status: 'delivered', attemptCount: 1, attempts: [success] },
    'Delivered after 1 attempt. Endpoint returned 200 in 80 ms.',
  ],
  [
    { status: 'delivered', attemptCount: 2, attempts: [success, timeout] },
    'Delivered after 2 attempts. Endpoint returned 200 in 80 ms.',
  ],
  [
    { status: 'failed', attemptCount: 4, cause: 'server_error', attempts: [timeout, unavailable] },
    'Failed after 4 attempts: server error (503).',
  ],
  [{ status: 'failed', attemptCount: 1, cause: 'gone' }, 'Failed after 1 attempt: endpoint returned 410 Gone.'],
  [
    { status: 'failed', attemptCount: 0, cause: 'webhook_disabled' },
    'Failed: the endpoint was disabled, nothing was sent.',
  ],
  [
    { status: 'failed', attemptCount: 2, cause: 'webhook_disabled', attempts: [timeout, unavailable] },
    'Failed after 2 attempts: server error (503). The endpoint was disabled before the next attempt.',
  ],
  [{ status: 'failed', attemptCount: 1 }, 'Failed after 1 attempt: no reason recorded.'],
  [{ status: 'delivered', attemptCount: 1 }, 'Delivered after 1 attempt.'],
] as const)('explains the state of a delivery: %o', (delivery, text) => {
  const attempts = 'attempts' in delivery ? [...delivery.attempts] : undefined
  const { explanation, fix } = explainDelivery({ ...delivery, attempts })
  expect(explanation).toBe(text)
  expect(fix === null).toBe(/^(Waiting|Delivered)|no reason/.test(text))
})

test('suggests to enable a disabled endpoint, whatever its last response was', () => {
  const delivery = { status: 'failed', attemptCount: 1, cause: 'webhook_disabled', attempts: [unavailable] } as const
  expect(explainDelivery({ ...delivery, attempts: [...delivery.attempts] }).fix).toMatch(/^Enable the endpoint/)
})

test('explains what an event bus accepted and refused', () => {
  const { explanation } = explainAttempt({ status: 200, durationMs: 12 }, true)
  expect(explanation).toBe('EventBridge accepted the event in 12 ms.')
  const attempts = [{ ...unavailable }, { ...success }]
  expect(explainDelivery({ status: 'delivered', attemptCount: 2, attempts }, true).explanation).toBe(
    'Delivered after 2 attempts. EventBridge accepted the event in 80 ms.',
  )
  const denied = { at, durationMs: 9, cause: 'client_error', status: 403 } as const
  expect(
    explainDelivery({ status: 'failed', cause: 'client_error', attemptCount: 1, attempts: [denied] }, true),
  ).toEqual({
    explanation: 'Failed after 1 attempt: refused by EventBridge (403).',
    fix: expect.stringContaining('policy of the bus'),
  })
  expect(explainAttempt({ ...failure, cause: 'timeout' }, true)).toMatchObject({
    explanation: 'Failed: no response within 10 seconds.',
    fix: expect.stringContaining('EventBridge'),
  })
})
