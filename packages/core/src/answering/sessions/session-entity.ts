import type { EntityItem } from 'electrodb'
import { conversationPartition } from '../../conversations/conversation-entity.ts'
import { outAttribute } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/** Days that a session is stored after its last check. */
export const SESSION_DAYS = 30

const keyAttributes = {
  organizationId: { type: 'string', required: true, readOnly: true },
  conversationId: { type: 'string', required: true, readOnly: true },
  /** The turn of the agent's first answer. */
  id: { type: 'string', required: true, readOnly: true },
} as const

/**
 * A session of an agent with outcome keys: from the agent's first answer until the conversation was quiet, or another agent
 * was connected. Created with that answer, to find its end. Access: by id within its conversation.
 */
export const SessionEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agentSession', version: '1' },
  attributes: {
    ...keyAttributes,
    agentId: { type: 'string', required: true, readOnly: true },
    /** The conversation's session at its start, and the first message that was answered. */
    sessionId: { type: 'string', required: true, readOnly: true },
    from: { type: 'string', required: true, readOnly: true },
    /** When it is checked next whether the session has ended. */
    checkAt: { type: 'number', required: true },
    endedAt: { type: 'number' },
    /** How often the model was down for the report. */
    tries: { type: 'number' },
    /** When the event of its end was stored. */
    reportedAt: { type: 'number' },
    expiresAt: { ...expiresAtAttribute, required: true },
    /** Sends the first check, which creates the schedule. */
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'session#${id}') },
  },
}))
export type SessionItem = EntityItem<typeof SessionEntity>

/** A session that has ended, whose message starts the report. Access: by the session's id, to delete it after the report. */
export const EndedSessionEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'endedSession', version: '1' },
  attributes: {
    ...keyAttributes,
    endedAt: { type: 'number', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'ended-session#${id}') },
  },
}))
