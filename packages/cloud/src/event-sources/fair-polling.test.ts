import { SQS } from '@aws-sdk/client-sqs'
import { expect, test, vi } from 'vitest'
import { startFauxqs } from '../engines/fauxqs.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { startEventSources } from './event-sources.ts'
import { bodies, CREDENTIALS, ENVIRONMENT, functionOf, mapping } from './event-sources-fixture.ts'
import { queueUrlOf } from './poller.ts'

test('includes a quiet group’s message in the next batch despite a large backlog of another group', async () => {
  await using cleanup = new AsyncDisposableStack()
  const { path } = cleanup.use(temporaryDirectory())
  const { region } = ENVIRONMENT
  const fauxqs = await startFauxqs({ dataDir: path, region })
  cleanup.defer(() => fauxqs.stop())
  const engine = { endpoint: fauxqs.endpoint, credentials: CREDENTIALS }
  const sqs = new SQS({ region, ...engine })
  await sqs.createQueue({ QueueName: 'work' })
  const arn = 'arn:aws:sqs:eu-central-1:111111111111:work'
  const QueueUrl = queueUrlOf(fauxqs.endpoint, arn)
  for (let sent = 0; sent < 200; sent += 10) {
    const Entries = Array.from({ length: 10 }, (_, i) => ({
      Id: String(i),
      MessageBody: 'noisy',
      MessageGroupId: 'noisy',
    }))
    await sqs.sendMessageBatch({ QueueUrl, Entries })
  }

  const MaximumConcurrency = 4
  const first = Promise.withResolvers<void>()
  const others = Promise.withResolvers<void>()
  let invocations = 0
  let handledIn: number | undefined
  const lambda = functionOf(async (records) => {
    const invocation = ++invocations
    if (bodies(records).includes('quiet')) handledIn = invocation
    else await (invocation === 1 ? first : others).promise
  })
  const poller = startEventSources({
    mappings: [mapping('queue', arn, { ScalingConfig: { MaximumConcurrency } })],
    resources: [],
    lambda,
    environment: ENVIRONMENT,
    dynamodb: engine,
    sqs: engine,
    dataDir: path,
  })
  cleanup.defer(() => poller.stop())
  cleanup.defer(() => others.resolve())
  await vi.waitFor(() => expect(invocations).toBe(MaximumConcurrency), 30_000)
  await sqs.sendMessage({ QueueUrl, MessageBody: 'quiet', MessageGroupId: 'quiet' })
  first.resolve()
  await vi.waitFor(() => expect(handledIn).toBe(MaximumConcurrency + 1), 30_000)
})
