import { Entity, key } from '../table/entity.ts'
import { expiresAtAttribute, table } from '../table/table.ts'

/** A request with an Idempotency-Key, and its response. Access: by organisation and key. Kept 24 hours. */
export const IdempotencyEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'idempotency', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      key: { type: 'string', required: true, readOnly: true },
      /** SHA-256 of method, path and body: another request must not use the key. */
      fingerprint: { type: 'string', required: true },
      startedAt: { type: 'number', required: true },
      /** New at each run. Identifies a run's own claim if the response to the write was lost. */
      run: { type: 'string', required: true },
      /** Time-sorted, new at each first use of the key. The ids of created items derive from it. */
      claim: { type: 'string', required: true },
      /** The last run failed, so that the key can be reused at once. */
      failed: { type: 'boolean' },
      /**
       * The response body as JSON, or empty without one; absent while the request is running, and if it is too large.
       */
      answer: { type: 'string' },
      /** The request succeeded, and its response is too large to store. */
      isLarge: { type: 'boolean' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byKey: {
        pk: key('pk', 'idempotency#${organizationId}#${key}'),
        sk: key('sk', 'idempotency'),
      },
    },
  },
  table,
)
