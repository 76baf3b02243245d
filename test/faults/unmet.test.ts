import type { DisturbableCall } from '@replywright/cloud/faults'
import { expect, test } from 'vitest'
import { Tally } from './tally.ts'
import { whyUnmet } from './unmet.ts'

const tenant = { marks: ['acme'] }
const call = (name: string, service: string, action: string, request = 'acme'): DisturbableCall => ({
  by: 'function',
  function: `Messaging-local-${name}Function0A1B2C3D-x`,
  service,
  action,
  request,
  event: undefined,
})
const sent = (...bodies: string[]) =>
  call(
    'Relay',
    'sqs',
    'SendMessageBatch',
    `/ ${JSON.stringify({ Entries: bodies.map((MessageBody) => ({ MessageBody })) })}`,
  )
const received = (name: string, ...bodies: string[]): DisturbableCall => ({
  ...call(name, 'sqs', 'ReceiveMessage'),
  by: 'mapping',
  request: JSON.stringify({ Records: bodies.map((body) => ({ receiptHandle: 'r', body })) }),
})
const put = call('Ingress', 'dynamodb', 'PutItem')

function tallyOf(calls: readonly DisturbableCall[]): Tally {
  const tally = new Tally()
  for (const each of calls) tally.add(each, tenant)
  return tally
}

/** Returns why the last recorded call was not made. */
function why(
  recorded: readonly DisturbableCall[],
  during: readonly DisturbableCall[],
  before: readonly DisturbableCall[] = [],
) {
  const last = recorded.at(-1) ?? put
  const { by, function: fn = '', service, action } = last
  const nth = recorded.filter((each) => each.action === action && each.function === fn).length
  const plan = { call: { by, function: fn, service, action, nth }, recorded: tallyOf(recorded) }
  return whyUnmet(plan, { before: tallyOf(before), during: tallyOf(during) })
}

test('the same messages can arrive in fewer calls', () => {
  expect(why([sent('acme 1'), sent('acme 2')], [sent('acme 1', 'acme 2', 'other')])).toContain(
    '2 messages came in 1 calls',
  )
  const deliveries = [received('Deliver', 'acme 1'), received('Deliver', 'acme 2')]
  expect(why(deliveries, [received('Deliver', 'acme 1', 'acme 2')])).toContain('2 messages came in 1 calls')
})

test('a worker does not seal what another one has sealed', () => {
  const [decrypt, update] = [call('Deliver', 'kms', 'Decrypt'), call('Deliver', 'dynamodb', 'UpdateItem')]
  expect(why([decrypt, decrypt, update, update], [decrypt, update])).toContain('fewer workers sealed')
  expect(why([decrypt, decrypt, update, update], [decrypt])).toBeUndefined()
  expect(why([decrypt, update, update], [decrypt, update])).toBeUndefined()
})

test('a webhook is read once per batch of deliveries', () => {
  const get = call('Deliver', 'dynamodb', 'GetItem')
  const apart = [received('Deliver', 'acme 1'), received('Deliver', 'acme 2'), get, get, get, get]
  expect(why(apart, [received('Deliver', 'acme 1', 'acme 2'), get, get, get])).toContain('fewer batches')
  expect(why(apart, [received('Deliver', 'acme 1', 'acme 2'), get, get])).toBeUndefined()
  expect(why(apart, [received('Deliver', 'acme 1'), get, get, get])).toBeUndefined()
  expect(why(apart, [received('Deliver', 'acme 1'), received('Deliver', 'acme 2'), get, get, get])).toBeUndefined()
})

test('missing messages are not a reason', () => {
  expect(why([sent('acme 1'), sent('acme 2')], [sent('acme 1', 'other')])).toBeUndefined()
  expect(why([received('Deliver', 'acme 1')], [])).toBeUndefined()
})

test('a worker caches a plaintext after one request', () => {
  const decrypt = call('Deliver', 'kms', 'Decrypt')
  expect(why([decrypt], [], [decrypt])).toContain('knew the plaintext')
  expect(why([decrypt, decrypt], [decrypt])).toContain('knew the plaintext')
  expect(why([decrypt], [])).toBeUndefined()
})

test('fewer workers of the ingress read an item that each of them caches', () => {
  const read = (key: string) => call('Ingress', 'dynamodb', 'GetItem', key)
  const [number, message] = [read('acme number'), read('acme message')]
  expect(why([number, number, message], [number, message])).toContain('fewer workers read')
  expect(why([number, number, message], [number])).toBeUndefined()
  expect(why([number, message], [number])).toBeUndefined()
})

test('an armed service window is not requested again', () => {
  const [once, twice] = [[received('Window', 'acme')], [received('Window', 'acme'), received('Window', 'acme')]]
  const schedule = call('Window', 'scheduler', 'CreateSchedule')
  expect(why([...twice, put, put], [...once, put])).toContain('was armed before')
  const get = call('Window', 'dynamodb', 'GetItem')
  expect(why([...twice, schedule, get, get], [...once, schedule, get])).toContain('armed once')
  expect(
    why([sent('acme 1'), sent('acme 2'), ...twice, sent('acme 3')], [...once, sent('acme 1', 'acme 2')]),
  ).toContain('2 messages came in 1 calls')
})

test('the second of two messages that arm a service window can find it armed', () => {
  const messages = [received('Window', 'acme'), received('Window', 'acme')]
  const schedule = call('Window', 'scheduler', 'CreateSchedule')
  const update = call('Window', 'dynamodb', 'UpdateItem')
  const recorded = [...messages, schedule, schedule, update, update]
  expect(why(recorded, [...messages, schedule, update])).toContain('armed once')
  expect(why(recorded, [...messages, schedule, schedule, update])).toBeUndefined()
  expect(why(recorded, [...messages, update])).toBeUndefined()
})

test('there is no reason for a missing call that is always made', () => {
  expect(why([put, put], [put])).toBeUndefined()
  const [once, twice] = [[received('Window', 'acme')], [received('Window', 'acme'), received('Window', 'acme')]]
  expect(why([...twice, put, put, put], [...once, put])).toBeUndefined()
  expect(why([...twice, put, put], [...twice, put])).toBeUndefined()
})

test.each(['UpdateItem', 'TransactWriteItems'])('one report of a sent message can be without its %s', (action) => {
  const update = call('Ingress', 'dynamodb', action)
  expect(why([update, update, update], [update, update])).toContain('stored as sent')
  expect(why([update, update, update], [update])).toBeUndefined()
})
