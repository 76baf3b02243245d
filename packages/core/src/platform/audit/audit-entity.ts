import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@replywright/contract/audit.ts'
import type { EntityItem } from 'electrodb'
import { entity, key } from '../table/entity.ts'
import { expiresAtAttribute } from '../table/table.ts'

/**
 * A change that a user, an API key or an operator made or tried to make. Access: all of an organisation and calendar
 * month, by time. Routes may write the items, but never delete them. Kept for 90 days.
 */
export const AuditEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'audit', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** For example `2026-01`, in UTC, so that no partition grows without limit. */
    month: { type: 'string', required: true, readOnly: true },
    /** Sorts by time. */
    id: { type: 'string', required: true, readOnly: true },
    action: { type: AUDIT_ACTIONS, required: true },
    object: { type: AUDIT_OBJECTS, required: true },
    objectId: { type: 'string' },
    objectName: { type: 'string' },
    /** The names of the fields that the request contained. */
    fields: { type: 'list', items: { type: 'string' } },
    /** The values of settings that changed. Never a secret, and nothing that a customer wrote. */
    changes: {
      type: 'list',
      items: {
        type: 'map',
        properties: {
          field: { type: 'string', required: true },
          before: { type: 'string' },
          after: { type: 'string' },
        },
      },
    },
    /** The version of an agent that the change created. */
    version: { type: 'number' },
    /** Absent for an operator's command. */
    userId: { type: 'string' },
    email: { type: 'string' },
    apiKeyId: { type: 'string' },
    apiKeyName: { type: 'string' },
    requestId: { type: 'string' },
    sourceIp: { type: 'string' },
    /** Absent until the operation ended: the change may have happened or not. */
    outcome: { type: ['done', 'refused', 'failed'] as const },
    /** The error code of a refused request. */
    code: { type: 'string' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byTime: { pk: key('pk', 'audit#${organizationId}#${month}'), sk: key('sk', '${id}') },
  },
}))
export type AuditItem = EntityItem<typeof AuditEntity>
