import type { Proof } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { getOwnAgent } from '../../agents/find-agent.ts'
import { readSavedTests } from '../../agents/saved-tests.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { findProved } from './find-proved.ts'
import type { TestsTask } from './proof-body-entity.ts'
import { getProof } from './proofs.ts'
import { startProof } from './start-proof.ts'

/** As of a proof without other wishes. */
const [MOST_USD, PARALLEL] = [5, 2]

/**
 * Starts a proof that runs the saved tests of an agent, once for each `id`.
 * @throws ServiceError 400 for an agent without saved tests, 403 for a shared agent, 404 for an unknown one
 */
export async function runSavedTests(
  caller: Caller,
  agentId: string,
  { id, draft: wantsDraft }: { readonly id: string; readonly draft: boolean },
  now: EpochMs,
): Promise<Proof> {
  await getOwnAgent(caller, agentId)
  const { organizationId } = caller
  const tests = (await readSavedTests(organizationId, agentId)).map(({ test }) => test)
  if (tests.length === 0) throw new ServiceError('validation_error', 'The agent has no saved tests. Save one first.')
  const proved = await findProved(organizationId, agentId, { draft: wantsDraft })
  if (!proved) throw notFound('agent')
  const { draft, version } = proved
  const task: TestsTask = {
    kind: 'tests',
    tests,
    criteria: [],
    draft: wantsDraft,
    maxUsd: MOST_USD,
    parallel: PARALLEL,
  }
  await startProof({ organizationId, agentId, id, kind: 'tests', task, draft, version }, now)
  return await getProof(organizationId, agentId, id, now)
}
