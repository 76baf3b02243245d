import { DynamoDB } from '@aws-sdk/client-dynamodb'

const dynamodb = new DynamoDB({})

export const handler = async ({ Records }) => {
  for (const { messageId, body } of Records)
    await dynamodb.putItem({ TableName: process.env.TABLE_NAME, Item: { id: { S: messageId }, body: { S: body } } })
}
