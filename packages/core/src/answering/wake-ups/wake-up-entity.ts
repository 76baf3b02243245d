import type { EntityItem } from 'electrodb'
import { conversationPartition } from '../../conversations/conversation-entity.ts'
import { outAttribute } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/** Days that a wake-up is stored after its due time. */
export const WAKE_UP_DAYS = 30

const keyAttributes = {
  organizationId: { type: 'string', required: true, readOnly: true },
  conversationId: { type: 'string', required: true, readOnly: true },
  id: { type: 'string', required: true, readOnly: true },
} as const

/**
 * A time at which an agent continues a conversation by itself, unless the customer writes first. Its id is the id of
 * the tool call that created it. Access: by id within its conversation; all of a conversation.
 */
export const WakeUpEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'wakeUp', version: '1' },
  attributes: {
    ...keyAttributes,
    agentId: { type: 'string', required: true, readOnly: true },
    configId: { type: 'string', required: true, readOnly: true },
    /** The agent's note to itself. */
    reason: { type: 'string', required: true, readOnly: true },
    /** A whole second. */
    fireAt: { type: 'number', required: true, readOnly: true },
    /** The customer's last message at creation, by time and by arrival. If either changes, the customer wrote. */
    lastMessageId: { type: 'string', readOnly: true },
    inboundTakenAt: { type: 'number', readOnly: true },
    /** When it was fired or became obsolete. */
    settledAt: { type: 'number' },
    expiresAt: { ...expiresAtAttribute, required: true },
    /** Sends the first check, which creates the schedule. */
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'wakeup#${id}') },
  },
}))
export type WakeUpItem = EntityItem<typeof WakeUpEntity>

/** A fired wake-up, whose message starts the turn. Access: by the wake-up's id, to delete it after the turn. */
export const FiredWakeUpEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'firedWakeUp', version: '1' },
  attributes: {
    ...keyAttributes,
    firedAt: { type: 'number', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'fired-wakeup#${id}') },
  },
}))
