import { expect, test } from 'vitest'
import { violationsOf } from '../../judge.ts'
import { compareRuns } from './compare-runs.ts'
import { observeDesign } from './observe-design.ts'

const RUN = { attempts: 100, backlog: 50, wait: 2000 }

test('allows a difference of a fifth', () => {
  expect(violationsOf(compareRuns(RUN, { attempts: 120, backlog: 40, wait: 2000 }))).toEqual([])
  expect(violationsOf(compareRuns(RUN, { ...RUN, wait: 2500 }))).toEqual([expect.stringContaining('wait: 25 %')])
  expect(violationsOf(compareRuns({ ...RUN, backlog: 0 }, RUN))).toHaveLength(1)
})

const MessageBody = JSON.stringify({ organizationId: 'o', webhookId: 'w', deliveryId: 'd' })
const call = (action: string, request: object) => ({ action, request: `/ ${JSON.stringify(request)}` })
const sent = (MessageGroupId: string) =>
  call('SendMessageBatch', { QueueUrl: 'q', Entries: [{ Id: '0', MessageGroupId, MessageBody }] })
const sentAgain = (QueueUrl: string, MessageGroupId = 'o') =>
  call('SendMessage', { QueueUrl, MessageGroupId, MessageBody, DelaySeconds: 10 })
const shownAgain = call('ChangeMessageVisibility', { QueueUrl: 'q', VisibilityTimeout: 10 })

const BEFORE = { fairnessGroup: 'webhook', retriesInFlight: true, slowApart: false }
const GROUPED = { fairnessGroup: 'organization', retriesInFlight: false, slowApart: false }

test.each([
  ['each webhook is a group, and retries are in flight', [sent('w'), shownAgain], BEFORE],
  ['the organisation is a group, and retries are further messages', [sent('o'), sentAgain('q')], GROUPED],
  ['slow endpoints have another queue', [sent('o'), sentAgain('slow')], { ...GROUPED, slowApart: true }],
  ['replays have a group of the organisation', [sent('o'), sentAgain('q', 'replay:o')], GROUPED],
])('observes that %s', (_, calls, design) => {
  let see: Parameters<Parameters<typeof observeDesign>[0]['watch']>[0] = () => {}
  const observing = observeDesign({
    watch(listener) {
      see = listener
      return () => {}
    },
  })
  for (const one of calls) see({ by: 'function', function: 'f', service: 'sqs', event: undefined, ...one })
  expect(observing.stop()).toEqual(design)
})
