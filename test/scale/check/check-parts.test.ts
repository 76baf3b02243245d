import { expect, test } from 'vitest'
import { violationsOf } from '../../bench/judge.ts'
import { compareRuns } from './compare-runs.ts'
import { observeDesign } from './observe-design.ts'

const RUN = { attempts: 100, backlog: 50, wait: 2000 }

test('allows a difference of a fifth', () => {
  expect(violationsOf(compareRuns(RUN, { attempts: 120, backlog: 40, wait: 2000 }))).toEqual([])
  expect(violationsOf(compareRuns(RUN, { ...RUN, wait: 2500 }))).toEqual([expect.stringContaining('wait: 25 %')])
  expect(violationsOf(compareRuns({ ...RUN, backlog: 0 }, RUN))).toHaveLength(1)
})

const body = JSON.stringify({ organizationId: 'o', webhookId: 'w', deliveryId: 'd' })
const sent = (MessageGroupId: string) => ({
  action: 'SendMessageBatch',
  request: `/ ${JSON.stringify({ QueueUrl: 'q', Entries: [{ Id: '0', MessageGroupId, MessageBody: body }] })}`,
})

test.each([
  [
    'each webhook is a group, retries are in flight',
    [sent('w'), { action: 'ChangeMessageVisibility', request: '/ {}' }],
    'webhook',
    true,
  ],
  ['the organisation is a group, retries are further messages', [sent('o')], 'organization', false],
] as const)('observes that %s', (_, calls, fairnessGroup, retriesInFlight) => {
  let see: Parameters<Parameters<typeof observeDesign>[0]['watch']>[0] = () => {}
  const observing = observeDesign({
    watch(listener) {
      see = listener
      return () => {}
    },
  })
  for (const call of calls) see({ by: 'function', function: 'f', service: 'sqs', event: undefined, ...call })
  expect(observing.stop()).toEqual({ fairnessGroup, retriesInFlight })
})
