import { AgentTest } from '@replywright/contract/agent-tests.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import { Moment } from '@replywright/contract/fields.ts'
import { ProofTools, Runs, Texts } from '@replywright/contract/proof-fields.ts'
import { ProofInput, SimulatedCustomer } from '@replywright/contract/proofs.ts'
import * as v from 'valibot'
import { entity, key } from '../../platform/table/entity.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { expiresAtAttribute, formatAttribute } from '../../platform/table/table.ts'

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
