import { MESSAGE_STATUSES } from '@replywright/contract/causes.ts'
import type { EntityItem } from 'electrodb'
import { outAttribute } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { authorAttribute } from '../author.ts'
import { conversationPartition } from '../conversation-entity.ts'

/**
 * One message of a conversation, in the conversation's partition. The item is the commit point of an inbound message:
 * its id derives from the provider's, and it holds the decisions of the first run (`recipients`). For an outbound
 * message the item is the right to send it: the worker that created it calls the provider, once. Access: by id within
 * its conversation; all of a conversation, by time, because ids sort by it.
 */
export const MessageEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'message', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    /** The conversation in which it was stored first, if it was moved. Copies of its files have its id in their keys. */
    movedFrom: { type: 'string', field: 'mf' },
    /** The conversations that ended by merges of a person, the last one last: to them it returns if the merges are undone. */
    origins: { type: 'list', items: { type: 'string' }, field: 'og' },
    direction: { type: ['inbound', 'outbound'] as const, required: true, field: 'd' },
    /** The sender of an outbound message; an inbound one comes from the customer. */
    role: { type: ['assistant', 'human'] as const, field: 'o' },
    /**
     * Who wrote a message with the role `human`; absent in older messages, and for the owner in the provider's app.
     */
    author: { ...authorAttribute, field: 'by' },
    /** Identifies the worker with the right to send. It recognises its own write if the response was lost. */
    sender: { type: 'string', field: 'sn' },
    /** The provider's message id; `''` until it is known. */
    waId: { type: 'string', required: true, field: 'wa' },
    /** Inbound: the provider's message type. Outbound: the type of `MessageInput`. */
    type: { type: 'string', required: true, field: 't' },
    text: { type: 'string', required: true, field: 'b' },
    /** What a customer's voice message says. */
    transcript: { type: 'string', field: 'tx' },
    /** What the transcription cost. The turn that answers the message counts it. */
    heard: {
      type: 'map',
      field: 'hd',
      properties: {
        seconds: { type: 'number', required: true, field: 's' },
        microUsd: { type: 'number', required: true, field: 'u' },
      },
    },
    media: {
      type: 'list',
      field: 'm',
      items: {
        type: 'map',
        properties: {
          /** The provider's id of an inbound file. */
          id: { type: 'string' },
          /** The URL of an outbound file. */
          url: { type: 'string' },
          /** The bucket key of a file that an agent created. */
          key: { type: 'string' },
          mimeType: { type: 'string', required: true },
          filename: { type: 'string' },
          /** Whether sent audio is shown as a voice message. */
          voice: { type: 'boolean' },
        },
      },
    },
    buttons: {
      type: 'list',
      field: 'bt',
      items: {
        type: 'map',
        properties: {
          type: { type: 'string', required: true },
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
        /** Texts by position, or by name. */
        positional: { type: 'list', items: { type: 'string' } },
        named: { type: 'any' },
        /** The provider's parameters of the header and the buttons. */
        components: { type: 'any' },
      },
    },
    /** The message that it replies to. The provider names it by its own id only. */
    replyTo: {
      type: 'map',
      field: 'rt',
      properties: { messageId: { type: 'string' }, waId: { type: 'string', required: true } },
    },
    /** The status of an outbound message; absent until it is known. */
    status: { type: MESSAGE_STATUSES, field: 'st' },
    /** How the provider bills an outbound message, as it reported last. */
    pricing: {
      type: 'map',
      field: 'pg',
      properties: {
        billable: { type: 'boolean', required: true, field: 'b' },
        model: { type: 'string', required: true, field: 'm' },
        type: { type: 'string', required: true, field: 't' },
        category: { type: 'string', required: true, field: 'c' },
      },
    },
    /** What of a delivered message the bill of its month counts (`chargeOf`). Written once. */
    charge: {
      type: 'map',
      field: 'cg',
      properties: {
        phoneNumberId: { type: 'string', required: true, field: 'n' },
        country: { type: 'string', required: true, field: 'o' },
        category: { type: 'string', required: true, field: 'c' },
        type: { type: 'string', required: true, field: 't' },
        billable: { type: 'boolean', required: true, field: 'b' },
      },
    },
    /** When the bill counted it, and the price in millionths of a USD; absent if it is unknown. */
    billedAt: { type: 'number', field: 'ba' },
    microUsd: { type: 'number', field: 'pu' },
    /** The agent that wrote an outbound message, and what the models used for its turn; on the turn's first message only. */
    agentId: { type: 'string', field: 'ai' },
    modelMicroUsd: { type: 'number', field: 'mo' },
    /** When the provider accepted an outbound message. */
    acceptedAt: { type: 'number', field: 'ac' },
    /** The applied statuses, oldest first: when each was received, and the provider's time. */
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
    error: {
      type: 'map',
      field: 'er',
      properties: { code: { type: 'string', required: true }, message: { type: 'string', required: true } },
    },
    /** Whether it failed because the provider refused it when it was called. It may then be sent again. */
    refused: { type: 'boolean', field: 'rf' },
    /** The id or payload of a tapped button or list row. */
    quickReplyId: { type: 'string', field: 'qr' },
    /** The content of special types: a location, an order, contacts, a reaction, the message replied to. */
    detail: { type: 'any', field: 'x' },
    /** What a customer's message says beyond its other attributes, see `InboundMessage`. */
    details: { type: 'any', field: 'ds' },
    /** The webhooks that receive a delivery, decided when the message was first received. */
    recipients: {
      type: 'list',
      field: 'r',
      items: {
        type: 'map',
        properties: {
          webhookId: { type: 'string', required: true, field: 'w' },
          event: {
            type: ['message.received', 'subscription.message.received', 'call.missed'] as const,
            required: true,
            field: 'e',
          },
          /**
           * The number of shards of the webhook's log, absent for 1. A repeat writes the delivery to the same shard.
           */
          shards: { type: 'number', field: 's' },
        },
      },
    },
    /** The webhooks that receive events of an outbound message, decided when it was created. */
    reportTo: { type: 'list', items: { type: 'string' }, field: 'rp' },
    /** The provider's time of an inbound message, at most `takenAt`. */
    sentAt: { type: 'number', required: true, field: 's' },
    /** When it was first received. */
    takenAt: { type: 'number', required: true, field: 'a' },
    /** The conversation's session when it was stored; the agent sees the messages of its session. */
    sessionId: { type: 'string', field: 'ss' },
    /** The turn that handled an inbound message for an agent, or the message itself if no turn replies. */
    turnId: { type: 'string', field: 'ti' },
    /** When the turn with the id of this inbound message replied. */
    answeredAt: { type: 'number', field: 'aa' },
    /** When an outbound message was sent again, because the provider had not reported it. */
    resentAt: { type: 'number', field: 'ra' },
    /** Who set the status of an outbound message, because the provider had not reported it, and when. */
    markedBy: { ...authorAttribute, field: 'mb' },
    markedAt: { type: 'number', field: 'ma' },
    expiresAt: { ...expiresAtAttribute, required: true },
    /** Makes the agent in force reply to an inbound message. Absent once a turn has handled it: a message is kept for a year. */
    out: outAttribute,
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'm#${id}') },
  },
}))
export type MessageItem = EntityItem<typeof MessageEntity>
