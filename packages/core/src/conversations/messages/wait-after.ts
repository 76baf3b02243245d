import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { InboundMessage } from '../../channel/port.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { isTakenOver } from '../is-taken-over.ts'
import { judgeWaiting } from '../judge-waiting.ts'
import { connectedAgent, effectiveRoute } from '../routing/effective-route.ts'

type Waiter = Parameters<typeof judgeWaiting>[0] & Pick<ConversationItem, 'routing' | 'webhookId' | 'agentId'>

interface Written extends Pick<InboundMessage, 'fromCustomer' | 'awaitsReply'> {
  /** Whether the message is one of the words that refuse marketing. */
  readonly optsOut: boolean
  /** Whether a webhook receives the message: a program may reply to what is otherwise only stored. */
  readonly isDelivered: boolean
}

/**
 * Returns what a message changes of the customer's wait for a person. It begins if no agent is to reply and the
 * customer does not wait already; if the agent that is to reply fails, its turn begins it. It ends if the customer opts
 * out.
 */
export function waitAfter(
  number: Pick<NumberItem, 'sandbox' | 'defaultRouting' | 'defaultWebhookId' | 'agentId'>,
  conversation: Waiter,
  { fromCustomer, awaitsReply = true, optsOut, isDelivered }: Written,
  now: EpochMs,
): 'begins' | 'ends' | 'same' {
  if (!fromCustomer || !awaitsReply || number.sandbox) return 'same'
  if (optsOut) return 'ends'
  const route = effectiveRoute(number, conversation)
  const { mode } = route
  if (mode === 'webhook' || (mode === null && isDelivered)) return 'same'
  const hasAgent = connectedAgent(number, conversation, route) !== undefined
  if (hasAgent && !conversation.handoff && !isTakenOver(conversation, now)) return 'same'
  return judgeWaiting({ ...conversation, humanTakeoverUntil: undefined }, now) ? 'same' : 'begins'
}
