import { MESSAGE_STATUSES } from '@messaging/contract/message-values.ts'
import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { outAttribute } from '../../platform/table/out.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'
import { conversationPartition } from '../conversations/conversation-partition.ts'

/**
 * One message of a conversation, in the conversation's partition. The item is the commit point of an inbound message: its id
 * derives from the provider's, and it holds what was decided when it was first taken (`recipients`). Of an outbound message it
 * is the right to send it: who created the item calls the provider, once.
 * Access: by id within its conversation; all of a conversation, by time, because ids sort by it.
 */
export const MessageEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'message', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      conversationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      direction: { type: ['inbound', 'outbound'] as const, required: true, field: 'd' },
      /** Who speaks in an outbound message; the customer in an inbound one. */
      role: { type: ['assistant', 'human'] as const, field: 'o' },
      /** New whenever somebody gets the right to send it, to know its own by when the answer to the write was lost. */
      sender: { type: 'string', field: 'sn' },
      /** The provider's message id; `''` until it is known. */
      waId: { type: 'string', required: true, field: 'wa' },
      /** Inbound: the provider's message type. Outbound: `text`, `media`, `buttons` or `template`. */
      type: { type: 'string', required: true, field: 't' },
      text: { type: 'string', required: true, field: 'b' },
      media: {
        type: 'list',
        field: 'm',
        items: {
          type: 'map',
          properties: {
            /** The provider's id of an inbound file. */
            id: { type: 'string' },
            /** Where an outbound file is. */
            url: { type: 'string' },
            /** The key in the bucket of a file that an agent made. */
            key: { type: 'string' },
            mimeType: { type: 'string', required: true },
            filename: { type: 'string' },
          },
        },
      },
      /** The buttons of an outbound message. */
      buttons: {
        type: 'list',
        field: 'bt',
        items: {
          type: 'map',
          properties: {
            type: { type: ['quick_reply', 'url'] as const, required: true },
            text: { type: 'string', required: true },
            url: { type: 'string' },
            quickReplyId: { type: 'string' },
          },
        },
      },
      template: {
        type: 'map',
        field: 'tp',
        properties: {
          name: { type: 'string', required: true },
          language: { type: 'string', required: true },
          /** Texts by place, or by name. */
          positional: { type: 'list', items: { type: 'string' } },
          named: { type: 'any' },
        },
      },
      /** What became of an outbound message; absent while nothing is known. */
      status: { type: MESSAGE_STATUSES, field: 'st' },
      /** When the provider took an outbound message. */
      acceptedAt: { type: 'number', field: 'ac' },
      /** The statuses that were applied, oldest first: when each came here, and the provider's time of it in milliseconds. */
      statuses: {
        type: 'list',
        field: 'sl',
        items: {
          type: 'map',
          properties: {
            status: { type: MESSAGE_STATUSES, required: true, field: 's' },
            at: { type: 'number', required: true, field: 'a' },
            providerAt: { type: 'number', field: 'p' },
          },
        },
      },
      /** Why it failed. */
      error: {
        type: 'map',
        field: 'er',
        properties: { code: { type: 'string', required: true }, message: { type: 'string', required: true } },
      },
      /** Whether it failed because the provider refused it when it was called, so that it may be sent again. */
      refused: { type: 'boolean', field: 'rf' },
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
      /** The conversation's session when it was stored: what the agent is told of begins with it. */
      sessionId: { type: 'string', field: 'ss' },
      /** What settled an inbound message that an agent was to answer: the turn that did, or itself when nobody does. */
      turnId: { type: 'string', field: 'ti' },
      /** When the turn that has the id of an inbound message answered it. Milliseconds since the epoch. */
      answeredAt: { type: 'number', field: 'aa' },
      /** When an outbound message of which the provider had not told was sent once more. */
      resentAt: { type: 'number', field: 'ra' },
      expiresAt: { ...expiresAtAttribute, required: true },
      /** Makes the agent in force answer an inbound message. */
      out: { ...outAttribute, readOnly: true },
    },
    indexes: {
      byId: {
        pk: conversationPartition,
        sk: key('sk', 'm#${id}'),
      },
    },
  },
  table,
)
export type MessageItem = EntityItem<typeof MessageEntity>
