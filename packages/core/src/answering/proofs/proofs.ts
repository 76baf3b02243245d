import {
  CustomerResult,
  MOST_PLAYED,
  type Proof,
  type ProofInput,
  type ProofSummary,
  Totals,
} from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { validate as isUuid } from 'uuid'
import * as v from 'valibot'
import { findAgentHead, getOwnAgent } from '../../agents/find-agent.ts'
import { isLive, isoTime, timeOrNull } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { usdOf } from '../turns/turn-cost.ts'
import { findProved } from './find-proved.ts'
import { isStalled, STALLED } from './is-stalled.ts'
import { ProofEntity, type ProofItem } from './proof-entity.ts'
import { failProof, findBody, findProof, listResults } from './proof-store.ts'
import { nameWithoutEffect } from './replay-choices.ts'
import { startProof } from './start-proof.ts'

const SHOWN = 20

const storedSummary = storedJson(
  'the summary of a proof',
  v.object({ totals: Totals, customers: v.array(CustomerResult) }),
)

/**
 * Starts a proof of the draft of an agent, or of the published agent without a draft, once for each `id`.
 * @throws ServiceError 400 for a period that ends before it begins, 403 for a shared agent, 404 for an unknown one
 */
export async function createProof(
  caller: Caller,
  agentId: string,
  { id, input }: { readonly id: string; readonly input: ProofInput },
  now: EpochMs,
): Promise<Proof> {
  await getOwnAgent(caller, agentId)
  const { organizationId } = caller
  checkInput(input, now)
  const proved = await findProved(organizationId, agentId, input)
  if (!proved) throw notFound('agent')
  const { draft, version } = proved
  await startProof({ organizationId, agentId, id, kind: input.kind, task: asSent(input, now), draft, version }, now)
  return await getProof(organizationId, agentId, id, now)
}

/** @throws ServiceError 400 */
function checkInput(input: ProofInput, now: EpochMs): void {
  if (input.kind === 'replay') {
    if (input.since > now) throw invalidField('since', 'must not be in the future')
    if (input.since > (input.until ?? now)) throw invalidField('until', 'must not be before since')
    const name = nameWithoutEffect(input.tools)
    if (name?.trim() === '') throw invalidField('tools', 'must not have an empty name')
    if (name !== undefined)
      throw invalidField(
        `tools.${name}`,
        'is a tool of the service, which runs in the replay without effect: leave it out',
      )
    return
  }
  const { runs, mustPass = runs, tools = {}, customers } = input
  if (customers.length * runs > MOST_PLAYED)
    throw invalidField(
      'runs',
      `must be at most ${Math.floor(MOST_PLAYED / customers.length)} with ${customers.length} customers: a proof has at most ${MOST_PLAYED} conversations`,
    )
  if (mustPass > runs) throw invalidField('mustPass', `must be at most runs (${runs})`)
  if (typeof tools !== 'string' && Object.hasOwn(tools, '')) throw invalidField('tools', 'must not have an empty name')
}

/**
 * Returns the input as a caller sends it. The period begins with a full second, because providers' times have no parts of one. It ends
 * when the proof was started, so that the proof ends.
 */
function asSent(input: ProofInput, now: EpochMs): object {
  if (input.kind === 'customers') return input
  return {
    ...input,
    since: isoTime(Math.floor(input.since / 1000) * 1000),
    until: isoTime(Math.min(input.until ?? now, now)),
  }
}

/** Returns a proof with its conversations. */
export async function getProof(organizationId: string, agentId: string, id: string, now: EpochMs): Promise<Proof> {
  const proof = await requireProof(organizationId, agentId, id, now)
  const body = await findBody(proof)
  const summary = proof.summary === undefined ? undefined : storedSummary.parse(proof.summary, undefined)
  return {
    ...summaryOf(proof, now),
    totals: summary?.totals ?? null,
    customers: summary?.customers ?? [],
    conversations: body ? await listResults(proof, body) : [],
  }
}

async function requireProof(organizationId: string, agentId: string, id: string, now: EpochMs): Promise<ProofItem> {
  const isKnown = isUuid(id) && isUuid(agentId)
  const proof = isKnown ? await findProof({ organizationId, agentId, proofId: id }) : null
  if (!proof || !isLive(proof, now)) throw notFound('proof')
  return proof
}

/** Returns the latest proofs of an agent, newest first. @throws ServiceError 404 for an unknown agent */
export async function listProofs(
  organizationId: string,
  agentId: string,
  now: EpochMs,
): Promise<{ readonly results: ProofSummary[] }> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
  const { data } = await ProofEntity.query
    .byAgent({ organizationId, agentId })
    .go({ order: 'desc', limit: SHOWN, consistent: true })
  return { results: data.filter((proof) => isLive(proof, now)).map((proof) => summaryOf(proof, now)) }
}

/** Ends a proof that has not ended. Idempotent. */
export async function stopProof(caller: Caller, agentId: string, id: string, now: EpochMs): Promise<Proof> {
  const { organizationId } = caller
  const proof = await requireProof(organizationId, agentId, id, now)
  const body = await findBody(proof)
  if (body && (proof.state === 'queued' || proof.state === 'running'))
    await failProof(proof, 'The proof was stopped.', body, now)
  return await getProof(organizationId, agentId, id, now)
}

function summaryOf(proof: ProofItem, now: EpochMs): ProofSummary {
  const { id, agentId, kind, draft, version, total, finished, microUsd } = proof
  const { state, problem, passed } = isStalled(proof, now)
    ? { state: 'failed' as const, problem: STALLED, passed: false }
    : proof
  return {
    id,
    agentId,
    kind,
    state,
    problem: problem ?? null,
    draft,
    version,
    passed: passed ?? null,
    total,
    finished,
    usd: usdOf({ microUsd }),
    whatChanged: proof.whatChanged ?? '',
    createdAt: isoTime(proof.createdAt),
    finishedAt: timeOrNull(proof.finishedAt),
  }
}
