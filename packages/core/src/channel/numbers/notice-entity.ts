import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/** How long notices are stored. */
export const NOTICE_DAYS = 400

/**
 * A notice of the channel about a number or its account, whole. Written in the transaction that changes the number's health.
 * Access: all of a number, by time; by id, which derives from its content. Removed by expiry.
 */
export const NumberNoticeEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'numberNotice', version: '1' },
  attributes: {
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    organizationId: { type: 'string', required: true, readOnly: true },
    /** The channel's name of the kind of notice, and its word for what happened. */
    field: { type: 'string', required: true },
    code: { type: 'string', required: true },
    /** The notice as JSON. */
    raw: { type: 'string', required: true },
    /** When the channel reports that it happened. */
    at: { type: 'number', required: true },
    receivedAt: { type: 'number', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byNumber: { pk: key('pk', 'notices#${phoneNumberId}'), sk: key('sk', '${id}') },
  },
}))
