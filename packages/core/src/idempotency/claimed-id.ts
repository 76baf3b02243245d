import { Entity } from 'electrodb'
import { version } from 'uuid'
import { derivedTimeId } from '../clock.ts'
import { expiresAtAttribute, table } from '../table.ts'

/** As long as an Idempotency-Key is good. */
const KEPT_SECONDS = 86_400

/**
 * The id of what a request made below `scope`. The id of a request is the same when it is repeated, but does not sort by time
 * as those of messages and deliveries must. Access: by request. Kept 24 hours.
 */
const ClaimedIdEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'claimedId', version: '1' },
    attributes: {
      /** A conversation, for a message; a delivery, for its replay. */
      scope: { type: 'string', required: true, readOnly: true },
      requestId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byRequest: {
        pk: { field: 'pk', composite: ['scope', 'requestId'], template: 'claim#${scope}#${requestId}', casing: 'none' },
        sk: { field: 'sk', composite: [], template: 'claim', casing: 'none' },
      },
    },
  },
  table,
)

/** Ids of this version sort by time: those of requests that cannot be repeated, because they have no Idempotency-Key. */
const TIME_SORTED = 7

/** The time-sorted id of what a request makes: the same one whenever the request is repeated. */
export async function claimTimeId(scope: string, requestId: string, now: number): Promise<string> {
  if (version(requestId) === TIME_SORTED) return requestId
  const { data } = await ClaimedIdEntity.create({
    scope,
    requestId,
    id: derivedTimeId(now, 'claimed', scope, requestId),
    expiresAt: Math.floor(now / 1000) + KEPT_SECONDS,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new Error(`claim of request ${requestId} was there and is gone`)
  return data.id
}
