import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { clientOf, outputOf } from '../support/administrator.ts'

/** Changes stored Idempotency-Keys of the demo's organisation to simulate expiry and crashes. */
export function idempotencyKeys(service: () => Service) {
  async function change(key: string, UpdateExpression: string, values?: Record<string, unknown>): Promise<void> {
    const client = clientOf(DynamoDBClient, service().cloud)
    const pk = `idempotency#${derivedId('demo organization', 'Demo')}#${key}`
    const command = new UpdateCommand({
      TableName: outputOf(service().cloud, 'TableName'),
      Key: { pk, sk: 'idempotency' },
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression,
      ExpressionAttributeValues: values,
    })
    await DynamoDBDocumentClient.from(client).send(command)
  }
  return {
    /** Makes a key older than 24 hours. TTL has not deleted it yet. */
    expire: (key: string) => change(key, 'SET expiresAt = :past', { ':past': Math.floor(Date.now() / 1000) - 1 }),
    /** Makes a request look as if it had just begun. */
    begin: (key: string) => change(key, 'SET startedAt = :now REMOVE answer', { ':now': Date.now() }),
    /** Makes a request look interrupted more than a minute ago. */
    cutOff: (key: string) => change(key, 'SET startedAt = startedAt - :minute REMOVE answer', { ':minute': 61_000 }),
  }
}
