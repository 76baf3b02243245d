import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * One run of the provider's signup by a customer. Its key is the hash of its one-time token, which is derived from
 * organisation and id (`linkToken`). Therefore one read finds it by token or by id. Access: by token or id; all of an
 * organisation, newest first. Kept for a year.
 */
export const LinkSessionEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'linkSession', version: '1' },
    attributes: {
      tokenHash: { type: 'string', required: true, readOnly: true },
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      successUrl: { type: 'string', required: true, readOnly: true },
      returnUrl: { type: 'string', required: true, readOnly: true },
      /** The user, or the name of the API key, that created it. Absent in earlier releases. */
      createdBy: {
        type: 'map',
        readOnly: true,
        properties: { userId: { type: 'string' }, keyName: { type: 'string' } },
      },
      /** The accounts that it connected. */
      accountIds: { type: 'list', items: { type: 'string' } },
      /** The stored status. Expiry is computed from `createdAt`. */
      status: { type: ['PENDING', 'SUCCESS', 'FAILED'] as const, required: true },
      /** The claim of a confirmation. That of the last one is kept. */
      claimedBy: { type: 'string' },
      claimedUntil: { type: 'number' },
      /** SHA-256 of the code of `accessToken`. A code works once, so the token is stored in case of a crash. */
      codeHash: { type: 'string' },
      /** Encrypted, purpose `provider-token`. Removed when the session is final. */
      accessToken: { type: 'string' },
      /** Milliseconds since the epoch. */
      createdAt: { type: 'number', required: true, readOnly: true, padding: { length: 13, char: '0' } },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byToken: {
        pk: key('pk', 'link-session#${tokenHash}'),
        sk: key('sk', 'link-session'),
      },
      byOrganization: {
        index: 'gsi1',
        pk: key('gsi1pk', 'o#${organizationId}#link-sessions'),
        sk: key('gsi1sk', '${createdAt}#${id}'),
      },
    },
  },
  table,
)
export type LinkSessionItem = EntityItem<typeof LinkSessionEntity>
