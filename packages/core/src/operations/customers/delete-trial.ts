import { getTrial, numberOf, requireTrial } from '../../answering/sandbox/api-trial.ts'
import type { Caller } from '../../platform/caller.ts'
import { conflict } from '../../platform/errors.ts'
import { eraseStep } from './erase-customer.ts'

/** Deletes a trial of the API. @throws ServiceError 404 for an unknown trial, 409 while the agent replies */
export async function deleteTrial(caller: Caller, agentId: string, trialId: string, now: number): Promise<undefined> {
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
