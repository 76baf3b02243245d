import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Session } from './command.ts'

/**
 * Returns the number of items of the service's table, or of another one, as DynamoDB counted them within the last six hours; undefined if it
 * is unknown. It is used only to estimate the time left, so an error does not fail the command.
 */
export async function itemCount(
  { outputs }: Pick<Session, 'outputs'>,
  name = outputs.TableName,
): Promise<number | undefined> {
  if (!name) return undefined
  const { Table } = await new DynamoDBClient({})
    .send(new DescribeTableCommand({ TableName: name }))
    .catch((): { Table?: undefined } => ({}))
  return Table?.ItemCount || undefined
}
