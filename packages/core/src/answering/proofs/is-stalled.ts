import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { isUnfinished, type ProofItem } from './proof-entity.ts'

/** Without a conversation that ended, a proof waits at most this long: longer than messages wait for workers. */
const STALLED_MILLISECONDS = DAY_MILLISECONDS

/** Why a proof that is stalled has failed. */
export const STALLED = 'No conversation was played for a day. Start it again.'

/** Returns whether a proof has not continued for so long that it never will: its messages were lost. */
export function isStalled({ state, updatedAt }: Pick<ProofItem, 'state' | 'updatedAt'>, now: EpochMs): boolean {
  return isUnfinished({ state }) && now - updatedAt >= STALLED_MILLISECONDS
}
