import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import * as v from 'valibot'
import type { Step } from '../../agents/models/generate-step.ts'
import type { StepReply } from '../../agents/models/step-messages.ts'
import type { ToolResult } from '../../agents/tool.ts'
import { conversationPartition } from '../../conversations/conversation-entity.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { expiresAtAttribute, formatAttribute } from '../../platform/table/table.ts'
import { getWritten } from '../../platform/table/write-once.ts'
import type { Tokens } from './turn-cost.ts'
import type { TurnItem } from './turn-entity.ts'

const keyAttributes = {
  organizationId: { type: 'string', required: true, readOnly: true },
  conversationId: { type: 'string', required: true, readOnly: true },
  turnId: { type: 'string', required: true, readOnly: true },
  round: { type: 'number', required: true, readOnly: true, padding: { length: 2, char: '0' } },
  step: { type: 'number', required: true, readOnly: true, padding: { length: 2, char: '0' } },
} as const

/** When the model or tool was called, and the duration. */
const times = {
  at: { type: 'number', readOnly: true },
  durationMs: { type: 'number', readOnly: true },
} as const

/** The model's response in one step, stored before its tool calls run. Access: all steps of a round, in order. */
export const TurnStepEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'turnStep', version: '1' },
  attributes: {
    ...keyAttributes,
    /** The conversation's session. Later turns of the session tell the model what was called. */
    sessionId: { type: 'string', readOnly: true },
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
    byTurn: { pk: conversationPartition, sk: key('sk', 'step#${turnId}#${round}#${step}') },
  },
}))

/** The result of a tool call. Access: all results of a round, in order. */
export const TurnResultEntity = /* @__PURE__ */ entity(() => ({
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
    byTurn: { pk: conversationPartition, sk: key('sk', 'result#${turnId}#${round}#${step}#${index}') },
  },
}))

export type TurnStepItem = EntityItem<typeof TurnStepEntity>
export type TurnResultItem = EntityItem<typeof TurnResultEntity>

export const storedReply = storedJson(
  'a step of a turn',
  v.object({
    text: v.optional(v.string(), ''),
    toolCalls: v.optional(
      v.array(
        v.object({
          id: v.string(),
          name: v.string(),
          args: v.optional(v.record(v.string(), v.unknown()), {}),
          invalid: v.optional(v.string()),
        }),
      ),
      [],
    ),
    raw: v.optional(v.string()),
  }),
)
export const storedResult = storedJson(
  'the result of a tool',
  v.object({
    text: v.optional(v.string(), ''),
    media: v.optional(v.array(v.object({ key: v.string(), mimeType: v.string(), caption: v.optional(v.string()) }))),
    handoffTo: v.optional(v.string()),
    choices: v.optional(v.array(v.string())),
    asksForNumber: v.optional(v.boolean()),
    asksForHuman: v.optional(v.object({ reason: v.string(), summary: v.optional(v.string(), '') })),
  }),
)

export interface StoredResult {
  /** The position of the call in its step. */
  readonly index: number
  readonly ran: boolean
  readonly changesOutside: boolean
  readonly creditCost: number
  readonly result: ToolResult
  /** When the tool was called, and the duration. */
  readonly at?: EpochMs
  readonly durationMs?: Ms
}

export interface StoredStep {
  readonly agentId: string
  /** The model that was called; absent in earlier items. */
  readonly model?: string | undefined
  readonly reply: StepReply
  readonly results: readonly StoredResult[]
  readonly tokens: Tokens
}

/** What a step and its tools used. */
export interface StepCost extends Pick<StoredStep, 'agentId' | 'tokens'> {
  readonly results: readonly Pick<StoredResult, 'creditCost'>[]
}

type Round = Pick<TurnItem, 'organizationId' | 'conversationId' | 'id' | 'round' | 'expiresAt'>

/** Returns the stored steps of a turn's round, in order. */
export async function loadSteps(turn: Round): Promise<StoredStep[]> {
  return (await loadStepItems(turn)).map(({ step, results }) => ({
    ...readStep(step),
    results: results.map(readResult),
  }))
}

/** Returns what the stored steps of a turn's round used, also if their replies and results cannot be read. */
export async function loadCosts(turn: Round): Promise<StepCost[]> {
  return (await loadStepItems(turn)).map(({ step, results }) => ({
    agentId: step.agentId,
    tokens: tokensOf(step),
    results,
  }))
}

/** Returns the stored steps of a turn's round with their results, in order, as they are stored. */
export async function loadStepItems(turn: Round) {
  const key = { ...keyOf(turn) }
  const [steps, results] = await Promise.all([
    TurnStepEntity.query.byTurn(key).go({ pages: 'all', consistent: true }),
    TurnResultEntity.query.byTurn(key).go({ pages: 'all', consistent: true }),
  ])
  return steps.data.map((step) => ({ step, results: results.data.filter((result) => result.step === step.step) }))
}

/** Stores the model's response. Returns the stored one if another worker, or the same write, stored it before. */
export async function storeStep(
  turn: Round & Pick<TurnItem, 'sessionId'>,
  step: number,
  agentId: string,
  draft: Step & { readonly model: string; readonly tokens: Tokens; readonly at: EpochMs; readonly durationMs: Ms },
): Promise<StoredStep> {
  const { text, toolCalls, raw, model, at, durationMs, tokens } = draft
  const reply: StepReply = { text, toolCalls, raw }
  const write = TurnStepEntity.create({
    ...keyOf(turn),
    step,
    sessionId: turn.sessionId,
    agentId,
    model,
    at,
    durationMs,
    inputTokens: tokens.inputTokens,
    outputTokens: tokens.outputTokens,
    cachedTokens: tokens.cachedTokens,
    microUsd: tokens.microUsd,
    reply: JSON.stringify(reply),
    format: storedReply.format,
    expiresAt: turn.expiresAt,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  return { ...readStep(await getWritten(write, `step ${step} of turn ${turn.id}`)), results: [] }
}

/** Stores a tool result, or returns the stored one. */
export async function storeResult(turn: Round, step: number, stored: StoredResult): Promise<StoredResult> {
  const write = TurnResultEntity.create({
    ...keyOf(turn),
    step,
    ...stored,
    result: JSON.stringify(stored.result),
    format: storedResult.format,
    expiresAt: turn.expiresAt,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  return readResult(await getWritten(write, `a result of turn ${turn.id}`))
}

function keyOf({ organizationId, conversationId, id, round }: Round) {
  return { organizationId, conversationId, turnId: id, round }
}

export function readStep(item: TurnStepItem): Omit<StoredStep, 'results'> {
  const { agentId, model, reply, format } = item
  return { agentId, model, reply: storedReply.parse(reply, format), tokens: tokensOf(item) }
}

function tokensOf({ inputTokens = 0, outputTokens = 0, cachedTokens, microUsd }: TurnStepItem): Tokens {
  return { inputTokens, outputTokens, cachedTokens, microUsd }
}

export function readResult({ index, ran, changesOutside, creditCost, result, format }: TurnResultItem): StoredResult {
  return { index, ran, changesOutside, creditCost, result: storedResult.parse(result, format) }
}
