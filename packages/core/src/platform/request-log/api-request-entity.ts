import type { EntityItem } from 'electrodb'
import { Entity, key } from '../table/entity.ts'
import { expiresAtAttribute, table } from '../table/table.ts'

/**
 * A request to the API that was made with a key, without its body. Access: all of an organisation and calendar month,
 * by time. Smaller than 1 KB, so that it costs one write unit. Kept for 30 days.
 */
export const ApiRequestEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'apiRequest', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** For example `2026-01`, in UTC, so that no partition grows without limit. */
      month: { type: 'string', required: true, readOnly: true },
      /** Sorts by time. */
      id: { type: 'string', required: true, readOnly: true },
      /** The key of the operation in the contract. */
      operation: { type: 'string', required: true },
      method: { type: 'string', required: true },
      /** Without a customer's number, so that the erasure of a customer need not find it. */
      path: { type: 'string', required: true },
      /** The names of the query parameters. */
      query: { type: 'string' },
      status: { type: 'number', required: true },
      /** The error code of the response. */
      code: { type: 'string' },
      milliseconds: { type: 'number', required: true },
      apiKeyId: { type: 'string', required: true },
      apiKeyName: { type: 'string', required: true },
      requestId: { type: 'string', required: true },
      sourceIp: { type: 'string', required: true },
      userAgent: { type: 'string', required: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byTime: {
        pk: key('pk', 'apiRequests#${organizationId}#${month}'),
        sk: key('sk', '${id}'),
      },
    },
  },
  table,
)
export type ApiRequestItem = EntityItem<typeof ApiRequestEntity>
