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
