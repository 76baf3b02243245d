import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import { Entity, type EntityItem } from 'electrodb'
import { table } from '../table.ts'

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
      /** The user that created it: only their API keys may route conversations to it. */
      userId: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      url: { type: 'string', required: true },
      /** Encrypted, purpose `webhook-signing`. */
      secret: { type: 'string', required: true },
      enabled: { type: 'boolean', required: true },
      /** Deliveries in a row whose final outcome was a failure; absent means none. */
      consecutiveFailures: { type: 'number' },
      /** When and why it was disabled; absent while it is enabled. */
      disabledAt: { type: 'number' },
      disabledReason: { type: DISABLED_REASONS },
      /** When it was last enabled again: attempts begun before do not count towards disabling it. */
      enabledAt: { type: 'number' },
      /** The bulk replay of its failed deliveries that is running: one at a time. */
      replayId: { type: 'string' },
      /** Whether it is subscribed to every number of the organisation, later ones too. */
      allNumbers: { type: 'boolean' },
      events: { type: 'set', items: EVENT_NAMES, required: true },
      createdAt: { type: 'number', required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: { field: 'pk', composite: ['organizationId'], template: 'o#${organizationId}', casing: 'none' },
        sk: { field: 'sk', composite: ['id'], template: 'webhook#${id}', casing: 'none' },
      },
    },
  },
  table,
)
export type WebhookItem = EntityItem<typeof WebhookEntity>
