import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** The client that every function with table access needs: the minimum of a start-up. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
