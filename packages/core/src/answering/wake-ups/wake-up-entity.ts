import type { EntityItem } from 'electrodb'
import { conversationPartition } from '../../conversations/conversations/conversation-partition.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { outAttribute } from '../../platform/table/out.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** Days that a wake-up is kept after it was due. */
export const WAKE_UP_DAYS = 30

const keyAttributes = {
  organizationId: { type: 'string', required: true, readOnly: true },
  conversationId: { type: 'string', required: true, readOnly: true },
  id: { type: 'string', required: true, readOnly: true },
} as const

/**
 * A time at which an agent looks at a conversation again by itself, unless the customer wrote before. Its id is that of the
 * tool call that made it. Access: by id within its conversation; all of a conversation.
 */
export const WakeUpEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'wakeUp', version: '1' },
    attributes: {
      ...keyAttributes,
      agentId: { type: 'string', required: true, readOnly: true },
      /** The agent's wake-up config that it follows. */
      configId: { type: 'string', required: true, readOnly: true },
      /** What the agent wants to look at, in its own words. */
      reason: { type: 'string', required: true, readOnly: true },
      /** A whole second in milliseconds since the epoch. */
      fireAt: { type: 'number', required: true, readOnly: true },
      /** The customer's last message when it was made, by time and by arrival: where either changed they wrote since. */
      lastMessageId: { type: 'string', readOnly: true },
      inboundTakenAt: { type: 'number', readOnly: true },
      /** When it was fired, or found to be of no use any more; milliseconds since the epoch. */
      settledAt: { type: 'number' },
      expiresAt: { ...expiresAtAttribute, required: true },
      /** Has its schedule made. */
      out: { ...outAttribute, required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: conversationPartition,
        sk: key('sk', 'wakeup#${id}'),
      },
    },
  },
  table,
)
export type WakeUpItem = EntityItem<typeof WakeUpEntity>

/**
 * That a wake-up was fired: what has the agent speak. Access: by the wake-up's id, for taking it away when the agent has spoken or
 * has nothing to say.
 */
export const FiredWakeUpEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'firedWakeUp', version: '1' },
    attributes: {
      ...keyAttributes,
      /** Milliseconds since the epoch. */
      firedAt: { type: 'number', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
      out: { ...outAttribute, required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: conversationPartition,
        sk: key('sk', 'fired-wakeup#${id}'),
      },
    },
  },
  table,
)
