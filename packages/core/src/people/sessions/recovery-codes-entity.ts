import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The recovery codes of a user, for sign-ins without the authenticator app. Access: by user. No expiry: codes are
 * valid until they are used or replaced.
 */
export const RecoveryCodesEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'recoveryCodes', version: '1' },
    attributes: {
      userId: { type: 'string', required: true, readOnly: true },
      /** The hashes of the unused codes (`hashCode`). Absent if all are used. */
      hashes: { type: 'set', items: 'string' },
      /** The hash of the code that was used last. */
      usedHash: { type: 'string' },
      usedAt: { type: 'number' },
      createdAt: { type: 'number', required: true },
    },
    indexes: {
      byUser: {
        pk: key('pk', 'recovery#${userId}'),
        sk: key('sk', 'codes'),
      },
    },
  },
  table,
)
