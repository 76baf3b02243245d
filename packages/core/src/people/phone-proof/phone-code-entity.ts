import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** The latest code that was sent to a user's phone number. Access: by user. Kept until it was used or has expired. */
export const PhoneCodeEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'phoneCode', version: '1' },
    attributes: {
      userId: { type: 'string', required: true, readOnly: true },
      /** The number that the code was sent to. Digits without plus. */
      phoneNumber: { type: 'string', required: true },
      salt: { type: 'string', required: true },
      /** The salted hash of the code (`hashCode`). */
      hash: { type: 'string', required: true },
      /** How many codes were entered. */
      tries: { type: 'number', required: true },
      sentAt: { type: 'number', required: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byUser: {
        pk: key('pk', 'phoneCode#${userId}'),
        sk: key('sk', 'phoneCode'),
      },
    },
  },
  table,
)
export type PhoneCodeItem = EntityItem<typeof PhoneCodeEntity>

/** How many codes a user requested, or a number received, on one day. Access: by subject and day. Kept for two days. */
export const PhoneCodeCountEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'phoneCodeCount', version: '1' },
    attributes: {
      /** `user:<id>` or `number:<digits>`. */
      subject: { type: 'string', required: true, readOnly: true },
      /** Days since the epoch. */
      day: { type: 'number', required: true, readOnly: true },
      count: { type: 'number' },
      expiresAt: expiresAtAttribute,
    },
    indexes: {
      byDay: {
        pk: key('pk', 'phoneCode#${subject}#${day}'),
        sk: key('sk', 'phoneCodeCount'),
      },
    },
  },
  table,
)
