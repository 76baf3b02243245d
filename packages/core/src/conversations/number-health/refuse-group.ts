import type { EpochMs } from '@replywright/contract/time.ts'
import type { ChannelEvent } from '../../channel/port.ts'
import { park } from '../messages/parked-entity.ts'
import { noteProblem } from './note-problem.ts'

const CODE = 'GROUP_MESSAGE'

/**
 * Parks a message of a group, and shows on its number that groups are not answered: conversations, agents and webhooks
 * are for one customer.
 */
export async function refuseGroup(
  { phoneNumberId, groupId, raw }: Extract<ChannelEvent, { readonly kind: 'group' }>,
  now: EpochMs,
): Promise<void> {
  await park('a message of a group', raw, now)
  const text = `Someone wrote in a group of the number (${groupId}). Nobody answers groups: their messages are only kept for 30 days. Remove the number from the group at the provider.`
  const problem = { code: CODE, text, state: 'warned' as const }
  await noteProblem(phoneNumberId, { topic: 'groups', field: 'messages', problem, notice: { groupId } }, now)
}
