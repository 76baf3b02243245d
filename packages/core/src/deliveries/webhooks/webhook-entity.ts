import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** By the service, after too many failed deliveries in a row, or by a user. */
export const DISABLED_REASONS = ['consecutive_failures', 'manual'] as const

/**
 * A customer's endpoint. Access: by id within its organisation; all of an organisation (at most 50). Deleting leaves a
 * tombstone, because its deliveries stay readable.
 */
export const WebhookEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'webhook', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      /** The user that owns it: only their API keys may route conversations to it. */
      userId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      url: { type: 'string', required: true },
      /** Encrypted, purpose `webhook-signing`. */
      secret: { type: 'string', required: true },
      /** When it replaced another one, and the request that did so; absent when it is the first. */
      secretSince: { type: 'number' },
      rotationId: { type: 'string' },
      enabled: { type: 'boolean', required: true },
      /** When and why it was disabled; absent while it is enabled. */
      disabledAt: { type: 'number' },
      disabledReason: { type: DISABLED_REASONS },
      /** When it was last enabled again: attempts begun before do not count towards disabling it. */
      enabledAt: { type: 'number' },
      /** The delivery whose worker is checking whether to disable it, and until when at most: one at a time. */
      checkedBy: { type: 'string' },
      checkUntil: { type: 'number' },
      /** The bulk replay of its failed deliveries that is running: one at a time. */
      replayId: { type: 'string' },
      /** Whether it is subscribed to every number of the organisation, later ones too. */
      allNumbers: { type: 'boolean' },
      /** Otherwise the numbers that it is subscribed to; absent in webhooks of before it was kept. */
      phoneNumberIds: { type: 'list', items: { type: 'string' } },
      /** How often events or numbers were changed, so that two changes at once do not mix. */
      revision: { type: 'number' },
      events: { type: 'set', items: EVENT_NAMES, required: true },
      createdAt: { type: 'number', required: true, readOnly: true },
      /** Present in a tombstone, which goes when the last of its deliveries does. */
      deletedAt: { type: 'number' },
      expiresAt: expiresAtAttribute,
    },
    indexes: {
      byId: {
        pk: key('pk', 'o#${organizationId}'),
        sk: key('sk', 'webhook#${id}'),
      },
    },
  },
  table,
)
export type WebhookItem = EntityItem<typeof WebhookEntity>
