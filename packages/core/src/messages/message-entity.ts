import { Entity, type EntityItem } from 'electrodb'
import { expiresAtAttribute, table } from '../table.ts'

/** Days that a message is kept. */
export const MESSAGE_DAYS = 365

/**
 * One message of a conversation, in the conversation's partition. The item is the commit point of an inbound message: its id
 * derives from the provider's, and it holds what was decided when it was first taken (`recipients`).
 * Access: by id within its conversation; all of a conversation, by time.
 */
export const MessageEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'message', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      conversationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      direction: { type: ['inbound', 'outbound'] as const, required: true, field: 'd' },
      /** The provider's message id. */
      waId: { type: 'string', required: true, field: 'wa' },
      /** The provider's message type, `text` for example. */
      type: { type: 'string', required: true, field: 't' },
      text: { type: 'string', required: true, field: 'b' },
      media: {
        type: 'list',
        field: 'm',
        items: {
          type: 'map',
          properties: {
            id: { type: 'string', required: true },
            mimeType: { type: 'string', required: true },
            filename: { type: 'string' },
          },
        },
      },
      /** The id or payload behind a tapped button or list row. */
      quickReplyId: { type: 'string', field: 'qr' },
      /** What the message is about by its type: a location, an order, contacts, a reaction, the message replied to. */
      detail: { type: 'any', field: 'x' },
      /** The webhooks that get a delivery, decided when the message was first taken. */
      recipients: {
        type: 'list',
        field: 'r',
        items: {
          type: 'map',
          properties: {
            webhookId: { type: 'string', required: true, field: 'w' },
            event: { type: ['message.received', 'subscription.message.received'] as const, required: true, field: 'e' },
          },
        },
      },
      /** Provider's time of an inbound message, at most `takenAt`. Milliseconds since the epoch. */
      sentAt: { type: 'number', required: true, field: 's' },
      /** When it was first taken, milliseconds since the epoch. */
      takenAt: { type: 'number', required: true, field: 'a' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byId: {
        pk: {
          field: 'pk',
          composite: ['organizationId', 'conversationId'],
          template: 'c#${organizationId}#${conversationId}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: ['id'], template: 'm#${id}', casing: 'none' },
      },
    },
  },
  table,
)
export type MessageItem = EntityItem<typeof MessageEntity>
