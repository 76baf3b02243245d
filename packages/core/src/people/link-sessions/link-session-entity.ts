import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * A customer being led through the provider's signup. Its key is the hash of its one-time token, which follows from
 * organisation and id (`linkToken`), so that both who knows the token and who knows the id find it with one read.
 * Access: by token or id; all of an organisation, newest first. Kept a year.
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
      /** As it was last written: it expires by `createdAt`. */
      status: { type: ['PENDING', 'SUCCESS', 'FAILED'] as const, required: true },
      /** Until when a confirmation may be working on it, milliseconds since the epoch. */
      claimedUntil: { type: 'number' },
      /** SHA-256 of the code that `accessToken` came for: a code is good once, so its token outlives a crash. */
      codeHash: { type: 'string' },
      /** Encrypted, purpose `provider-token`; gone when the session is final. */
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
