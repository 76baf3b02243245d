import type { EpochMs } from '@replywright/contract/time.ts'
import { numberOf, requireTrial } from '../../answering/sandbox/trial-entity.ts'
import { getTrial, ownCustomer, restartTrial } from '../../answering/sandbox/trials.ts'
import { conflict } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { eraseStep } from './erase-customer.ts'

/**
 * Deletes a trial. A user's own trial starts again instead.
 * @throws ServiceError 404 for an unknown trial, 409 while the agent replies
 */
export async function deleteTrial(caller: Caller, agentId: string, trialId: string, now: EpochMs): Promise<undefined> {
  const own = ownCustomer(caller, agentId, trialId)
  if (own !== undefined) return await restartTrial(caller, agentId, own, now)
  const conversation = await requireTrial(caller, agentId, trialId)
  const { state } = await getTrial(caller, agentId, trialId, now)
  if (state === 'answering')
    throw conflict('trial_in_progress', 'The agent is replying. Get the trial until it is idle.')
  let cursor: string | undefined
  do {
    const { next } = await eraseStep(caller.organizationId, numberOf(conversation), cursor, now)
    cursor = next ?? undefined
  } while (cursor !== undefined)
}
