import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { verify } from './verification.ts'

// Computed with: printf '%s' '1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac "$secret"
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = Buffer.from('{"test": 2432232314}')
const GOOD = {
  'x-service-timestamp': '1614265330',
  'x-service-signature': 't=1614265330,v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  // The example of the Standard Webhooks specification.
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const now = manualClock(1_614_265_330_000)
const VALID = { ok: true, signature: 'valid', timestamp: 'valid', standardWebhooks: 'valid' }

test('accepts both signature schemes of a known vector', () => {
  expect(verify(GOOD, BODY, SECRET, now)).toEqual(VALID)
})

test('accepts one valid Standard Webhooks signature of several', () => {
  const headers = { ...GOOD, 'webhook-signature': `v1,${'A'.repeat(43)}= v1a,xyz ${GOOD['webhook-signature']}` }
  expect(verify(headers, BODY, SECRET, now)).toEqual(VALID)
})

test('rejects both signatures after a change of one byte in the body', () => {
  const verdict = verify(GOOD, Buffer.from('{"test":2432232314}'), SECRET, now)
  expect(verdict).toEqual({ ok: false, signature: 'wrong', timestamp: 'valid', standardWebhooks: 'wrong' })
})

test.each([
  [{ 'x-service-signature': undefined }, 'signature', 'missing'],
  [{ 'x-service-signature': 'v1=00' }, 'signature', 'malformed'],
  [{ 'x-service-timestamp': undefined }, 'timestamp', 'missing'],
  [{ 'x-service-timestamp': 'today' }, 'timestamp', 'malformed'],
  [{ 'x-service-timestamp': '1614265331' }, 'timestamp', 'wrong'],
  [{ 'webhook-id': undefined }, 'standardWebhooks', 'missing'],
  [{ 'webhook-id': 'msg_other' }, 'standardWebhooks', 'wrong'],
  [{ 'webhook-signature': 'g0hM9SsE' }, 'standardWebhooks', 'malformed'],
] as const)('reports %o: %s %s', (change, check, expected) => {
  const verdict = verify({ ...GOOD, ...change }, BODY, SECRET, now)
  expect(verdict).toMatchObject({ ok: false, [check]: expected })
})

test.each([
  [-301, 'stale'],
  [-300, 'valid'],
  [300, 'valid'],
  [301, 'stale'],
] as const)('reports a delivery %i seconds after its signature as %s', (seconds, expected) => {
  const verdict = verify(GOOD, BODY, SECRET, manualClock(1_614_265_330_000 + seconds * 1000))
  expect(verdict).toMatchObject({ signature: 'valid', timestamp: expected, standardWebhooks: expected })
})

test('does not accept a signature without a secret', () => {
  const verdict = verify(GOOD, BODY, undefined, now)
  expect(verdict).toMatchObject({ ok: false, signature: 'no secret known', standardWebhooks: 'no secret known' })
})
