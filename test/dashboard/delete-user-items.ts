import { DynamoDB } from '@aws-sdk/client-dynamodb'
import type { Service } from '@replywright/local/start-service.ts'
import { expect } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'

/** Deletes a user and their lookup items from the table. */
export async function deleteUserItems({ cloud }: Service, email: string, id: string): Promise<void> {
  const dynamodb = clientOf(DynamoDB, cloud)
  const TableName = outputOf(cloud, 'TableName')
  const ExpressionAttributeNames = { '#entity': '_e' }
  const { Items = [] } = await dynamodb.scan({
    TableName,
    FilterExpression: 'begins_with(#entity, :user)',
    ExpressionAttributeNames,
    ExpressionAttributeValues: { ':user': { S: 'user' } },
  })
  const known = Items.filter((item) => [email, id].some((text) => JSON.stringify(item).includes(text)))
  expect(known.length).toBeGreaterThan(2)
  for (const { pk, sk } of known) if (pk && sk) await dynamodb.deleteItem({ TableName, Key: { pk, sk } })
}
