import type { EntityItem } from 'electrodb'
import { conversationPartition } from '../../conversations/conversation-partition.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, formatAttribute, table } from '../../platform/table/table.ts'

const keyAttributes = {
  organizationId: { type: 'string', required: true, readOnly: true },
  conversationId: { type: 'string', required: true, readOnly: true },
  turnId: { type: 'string', required: true, readOnly: true },
  round: { type: 'number', required: true, readOnly: true, padding: { length: 2, char: '0' } },
  step: { type: 'number', required: true, readOnly: true, padding: { length: 2, char: '0' } },
} as const

/** When the model or tool was called, in milliseconds since the epoch, and the duration. */
const times = {
  at: { type: 'number', readOnly: true },
  durationMs: { type: 'number', readOnly: true },
} as const

/** The model's response in one step, stored before its tool calls run. Access: all steps of a round, in order. */
export const TurnStepEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'turnStep', version: '1' },
    attributes: {
      ...keyAttributes,
      agentId: { type: 'string', required: true, readOnly: true },
      model: { type: 'string', readOnly: true },
      ...times,
      inputTokens: { type: 'number', readOnly: true },
      outputTokens: { type: 'number', readOnly: true },
      cachedTokens: { type: 'number', readOnly: true },
      microUsd: { type: 'number', readOnly: true },
      /** `StepReply` as JSON. */
      reply: { type: 'string', required: true, readOnly: true },
      format: formatAttribute,
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byTurn: {
        pk: conversationPartition,
        sk: key('sk', 'step#${turnId}#${round}#${step}'),
      },
    },
  },
  table,
)

/** The result of a tool call. Access: all results of a round, in order. */
export const TurnResultEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'turnResult', version: '1' },
    attributes: {
      ...keyAttributes,
      /** The position of the call in its step, from 0. */
      index: { type: 'number', required: true, readOnly: true, padding: { length: 2, char: '0' } },
      /** Whether the tool ran. */
      ran: { type: 'boolean', required: true, readOnly: true },
      changesOutside: { type: 'boolean', required: true, readOnly: true },
      creditCost: { type: 'number', required: true, readOnly: true },
      ...times,
      /** `ToolResult` as JSON. */
      result: { type: 'string', required: true, readOnly: true },
      format: formatAttribute,
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byTurn: {
        pk: conversationPartition,
        sk: key('sk', 'result#${turnId}#${round}#${step}#${index}'),
      },
    },
  },
  table,
)

export type TurnStepItem = EntityItem<typeof TurnStepEntity>
export type TurnResultItem = EntityItem<typeof TurnResultEntity>
