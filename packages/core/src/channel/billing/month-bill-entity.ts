import { entity, key } from '../../platform/table/entity.ts'
import { formatAttribute } from '../../platform/table/table.ts'

/**
 * What the messages of one number cost in a month (`MonthBill`). Access: all of an organisation in a month. No expiry: one
 * item for each number and month.
 */
export const MonthBillEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'monthBill', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** `YYYY-MM`, in UTC. */
    month: { type: 'string', required: true, readOnly: true },
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    /** `MonthBill` as JSON. */
    bill: { type: 'string', required: true },
    format: formatAttribute,
    /** Raised with each change, which is conditional on it. */
    revision: { type: 'number', required: true },
  },
  indexes: {
    byMonth: { pk: key('pk', 'bill#${organizationId}#${month}'), sk: key('sk', '${phoneNumberId}') },
  },
}))
