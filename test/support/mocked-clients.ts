import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, vi } from 'vitest'

/** Mocks the deliveries queue, which accepts each message, and the table for the tests of a file. Nothing is logged. */
export function mockClients() {
  vi.stubEnv('DELIVERIES_QUEUE_URL', 'https://queue')
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const [sqs, dynamodb] = [mockClient(SQSClient), mockClient(DynamoDBDocumentClient)]
  beforeEach(() => {
    sqs.reset()
    dynamodb.reset()
    sqs.on(SendMessageCommand).resolves({ MessageId: 'm' })
  })
  afterAll(() => {
    sqs.restore()
    dynamodb.restore()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  return { sqs, dynamodb }
}
