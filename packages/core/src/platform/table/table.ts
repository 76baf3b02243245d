import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { AWS_CLIENT } from '../aws-client.ts'
import { onFirstUse } from '../on-first-use.ts'
import { settings } from '../settings.ts'
import { retryContention } from './retry-contention.ts'

/** ElectroDB's configuration for every entity: the one table, and short names for the marks it keeps in each item. */
export const table = onFirstUse(() => ({
  table: settings.TABLE_NAME,
  client: DynamoDBDocumentClient.from(retryContention(new DynamoDBClient(AWS_CLIENT)), {
    marshallOptions: { removeUndefinedValues: true },
  }),
  identifiers: { entity: '_e', version: '_v' },
}))

/**
 * What must be sent because the item that carries it was written: the relay copies it to the queue when the item's INSERT
 * passes through the table's stream. `q` queue, `g` message group, `b` body, `d` delay in seconds, `r` the `x-request-id` of
 * the request that caused it, for the log of whoever gets it.
 */
export const outAttribute = {
  type: 'map',
  properties: {
    q: { type: 'string', required: true },
    g: { type: 'string', required: true },
    b: { type: 'string', required: true },
    d: { type: 'number' },
    r: { type: 'string' },
  },
} as const

/** Unix seconds after which the item may be removed; readers must not answer it any more. */
export const expiresAtAttribute = { type: 'number', field: 'expiresAt' } as const

/** The format of the JSON that the item holds whole (`stored-json.ts`); absent in items of the first release, which is 1. */
export const formatAttribute = { type: 'number', field: 'v' } as const
