import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** What every function that reads the table needs, and nothing else: the least that a start-up can take. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
