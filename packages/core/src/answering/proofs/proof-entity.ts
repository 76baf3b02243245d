import { AgentTest } from '@replywright/contract/agent-tests.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import { Moment } from '@replywright/contract/fields.ts'
import { ProofTools, Runs, Texts } from '@replywright/contract/proof-fields.ts'
import { ProofInput, ProvedConversation, SimulatedCustomer } from '@replywright/contract/proofs.ts'
import type { ProofMessage } from '@replywright/contract/queues.ts'
import type { EntityItem } from 'electrodb'
import * as v from 'valibot'
import { conversationPartition } from '../../conversations/conversation-entity.ts'
import { type Out, outAttribute, outTo } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { expiresAtAttribute, formatAttribute } from '../../platform/table/table.ts'

/** Days that a proof is stored, unless messages are stored for less. */
export const PROOF_DAYS = 30
/** Days that the item of a part's message is stored. Nothing reads it after its message is sent. */
export const PART_MESSAGE_DAYS = 1

/**
 * A proof of an agent. Access: by id, and the latest of an agent. Its conversations are `ProofPartEntity`. Kept 30 days, also of a
 * deleted agent. It has no data of customers.
 */
export const ProofEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'proof', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    /** Sorts by time. */
    id: { type: 'string', required: true, readOnly: true },
    kind: { type: ['replay', 'customers', 'exam', 'tests'] as const, required: true, readOnly: true },
    state: { type: ['queued', 'running', 'done', 'failed'] as const, required: true, field: 's' },
    problem: { type: 'string' },
    /** Whether the agent had a draft, and the revision of what is proved. */
    draft: { type: 'boolean', required: true, readOnly: true },
    version: { type: 'number', required: true, readOnly: true },
    /** The number of conversations, and of those that were played. */
    total: { type: 'number', required: true },
    finished: { type: 'number', required: true },
    /** What the proof used: tokens, and their price in millionths of a USD as far as it is known. */
    microUsd: { type: 'number', required: true },
    /** `Totals` and `CustomerResult[]` as JSON (`storedSummary`). */
    summary: { type: 'string' },
    passed: { type: 'boolean' },
    whatChanged: { type: 'string' },
    createdAt: { type: 'number', required: true, readOnly: true },
    updatedAt: { type: 'number', required: true },
    finishedAt: { type: 'number' },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, readOnly: true },
  },
  indexes: {
    byAgent: { pk: key('pk', 'proofs#${organizationId}#${agentId}'), sk: key('sk', '${id}') },
  },
}))
export type ProofItem = EntityItem<typeof ProofEntity>

/** Returns whether a proof has not ended. */
export function isUnfinished({ state }: Pick<ProofItem, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** What the end of a proof changes. */
export type ProofEnd = Pick<
  ProofItem,
  'state' | 'updatedAt' | 'finishedAt' | 'summary' | 'whatChanged' | 'problem' | 'passed'
>

/** The condition that a proof has not ended. */
export const isUnended: Parameters<ReturnType<typeof ProofEntity.remove>['where']>[0] = ({ state }, { eq }) =>
  `${eq(state, 'queued')} OR ${eq(state, 'running')}`

/** Ends a proof. Returns false if it has ended before. */
export async function writeEnd({ organizationId, agentId, id }: ProofItem, end: ProofEnd): Promise<boolean> {
  const { rejected } = await ProofEntity.patch({ organizationId, agentId, id })
    .set(end)
    .where(isUnended)
    .go({ returnOnConditionCheckFailure: true })
  return !rejected
}

/** What a proof was asked for, and its conversations in order. Access: by the id of the proof. Kept as long as the proof. */
export const ProofBodyEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'proofBody', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    proofId: { type: 'string', required: true, readOnly: true },
    /** `ProofTask` as JSON. */
    input: { type: 'string', required: true, readOnly: true },
    /** `ProofPart[]` as JSON; absent until they are chosen. */
    parts: { type: 'string' },
    format: formatAttribute,
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byProof: { pk: key('pk', 'proof#${organizationId}#${proofId}'), sk: key('sk', 'body') },
  },
}))

/** The result of a conversation of a proof, in the partition of that conversation: whoever erases the customer erases it. */
export const ProofPartEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'proofPart', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    proofId: { type: 'string', required: true, readOnly: true },
    /** `ProvedConversation` as JSON. */
    result: { type: 'string', required: true, readOnly: true },
    format: formatAttribute,
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byConversation: { pk: conversationPartition, sk: key('sk', 'proof#${proofId}') },
  },
}))

/** The item that sends the message of a part. Access: none. */
export const ProofMessageEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'proofMessage', version: '1' },
  attributes: {
    proofId: { type: 'string', required: true, readOnly: true },
    part: { type: 'number', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byPart: { pk: key('pk', 'proofMessage#${proofId}#${part}'), sk: key('sk', 'part') },
  },
}))

/** A conversation of a proof: a real one, a run of a simulated customer, or a saved test. */
export interface ProofPart {
  readonly conversationId: string
  /** The position of the customer or of the test, and the run from 1; absent for a real conversation. */
  readonly customer?: number | undefined
  readonly run?: number | undefined
}

export const storedParts = storedJson(
  'the conversations of a proof',
  v.array(v.object({ conversationId: v.string(), customer: v.optional(v.number()), run: v.optional(v.number()) })),
)
/** An exam: simulated customers, and real conversations of a period that are judged as they were. */
const ExamTask = v.object({
  kind: v.literal('exam'),
  customers: v.array(SimulatedCustomer),
  tools: v.optional(ProofTools),
  runs: Runs,
  mustPass: v.optional(Runs),
  criteria: Texts,
  sample: v.number(),
  since: Moment,
  until: Moment,
  draft: v.literal(false),
  maxUsd: v.number(),
  parallel: v.number(),
})
export type ExamTask = v.InferOutput<typeof ExamTask>
/** The saved tests of an agent, as they were when the proof was started. */
const TestsTask = v.object({
  kind: v.literal('tests'),
  tests: v.array(AgentTest),
  criteria: Texts,
  draft: v.boolean(),
  maxUsd: v.number(),
  parallel: v.number(),
})
export type TestsTask = v.InferOutput<typeof TestsTask>
/** What a proof is to do: as a caller asked, an exam, or saved tests. */
export type ProofTask = ProofInput | ExamTask | TestsTask

/** What was asked for. Its times are stored as text, as a caller sends them. */
export const storedInput = storedJson('the input of a proof', v.union([ProofInput, ExamTask, TestsTask]), {
  parseJson: parseExactJson,
})
export const storedResult = storedJson('a conversation of a proof', ProvedConversation)

/** Builds the `out` that makes the relay send the message of a part, or of the choice of the conversations. */
export function proofOut(
  { organizationId, agentId, id }: Pick<ProofItem, 'organizationId' | 'agentId' | 'id'>,
  part?: number,
): Out {
  const body: ProofMessage = { organizationId, agentId, proofId: id, ...(part !== undefined && { part }) }
  return outTo('proofs', organizationId, body)
}
