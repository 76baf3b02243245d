import { Entity } from 'electrodb'
import { version } from 'uuid'
import { derivedTimeId } from '../clock.ts'
import { expiresAtAttribute, table } from '../table.ts'

/** As long as an Idempotency-Key is good. */
const KEPT_SECONDS = 86_400

/**
 * Which message a request to send made. The id of a request is the same when it is repeated, but does not sort by time as
 * those of messages must. Access: by request. Kept 24 hours.
 */
const SendClaimEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'sendClaim', version: '1' },
    attributes: {
      conversationId: { type: 'string', required: true, readOnly: true },
      requestId: { type: 'string', required: true, readOnly: true },
      messageId: { type: 'string', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byRequest: {
        pk: {
          field: 'pk',
          composite: ['conversationId', 'requestId'],
          template: 'send#${conversationId}#${requestId}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'claim', casing: 'none' },
      },
    },
  },
  table,
)

/** Ids of this version sort by time: those of requests that cannot be repeated, because they have no Idempotency-Key. */
const TIME_SORTED = 7

/** The id of the message that a request sends: the same one whenever the request is repeated. */
export async function claimMessageId(conversationId: string, requestId: string, now: number): Promise<string> {
  if (version(requestId) === TIME_SORTED) return requestId
  const { data } = await SendClaimEntity.create({
    conversationId,
    requestId,
    messageId: derivedTimeId(now, 'sent', conversationId, requestId),
    expiresAt: Math.floor(now / 1000) + KEPT_SECONDS,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new Error(`claim of request ${requestId} was there and is gone`)
  return data.messageId
}
