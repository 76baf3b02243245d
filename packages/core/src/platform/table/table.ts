import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { AWS_CLIENT } from '../aws-client.ts'
import { onFirstUse } from '../on-first-use.ts'
import { settings } from '../settings.ts'
import { retryContention } from './retry-contention.ts'

/** ElectroDB's configuration of every entity: the one table, and short names for its own attributes. */
export const table = /* @__PURE__ */ onFirstUse(() => ({
  table: settings.TABLE_NAME,
  client: DynamoDBDocumentClient.from(
    retryContention(new DynamoDBClient(AWS_CLIENT), {
      throttledDeadlineMilliseconds: settings.THROTTLED_DEADLINE_MILLISECONDS,
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  ),
  identifiers: { entity: '_e', version: '_v' },
}))

/** Unix seconds at which the item expires. DynamoDB deletes it later, so readers must ignore expired items. */
export const expiresAtAttribute = { type: 'number', field: 'expiresAt' } as const

/** The format of the JSON that the item stores whole (`stored-json.ts`); absent means 1, the first. */
export const formatAttribute = { type: 'number', field: 'v' } as const
