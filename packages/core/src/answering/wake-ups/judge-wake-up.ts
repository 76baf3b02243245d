import type { AgentSettings } from '../../agents/agents/agent-settings.ts'
import type { ConversationItem } from '../../conversations/conversations/conversation-entity.ts'
import { asData } from '../tools/as-data.ts'
import type { WakeUpItem } from './wake-up-entity.ts'

/** Why a wake-up is of no use any more. */
export type Obsolete = 'customer_wrote' | 'other_agent' | 'not_configured'

export type WakeUpJudgement =
  /** `instruction` is what the model is told after the conversation, in the customer's place. */
  | { readonly kind: 'speak'; readonly instruction: string; readonly mustWrite: boolean }
  | { readonly kind: 'drop'; readonly reason: Obsolete }

/** What an agent that may stay silent answers when there is nothing to write. */
const SILENT = '[silent]'

/** Whether the customer wrote after a wake-up was made. */
export function hasWrittenSince(
  { lastMessageId, inboundTakenAt }: Pick<WakeUpItem, 'lastMessageId' | 'inboundTakenAt'>,
  conversation: Pick<ConversationItem, 'lastMessageId' | 'inboundTakenAt'>,
): boolean {
  return conversation.lastMessageId !== lastMessageId || conversation.inboundTakenAt !== inboundTakenAt
}

/**
 * What becomes of a wake-up that was fired. `conversation` and `agent` are those in force: another agent than the one that
 * wanted it has no use for it, nor has one whose config was taken away or disabled.
 */
export function judgeWakeUp(
  wakeUp: WakeUpItem,
  conversation: Pick<ConversationItem, 'lastMessageId' | 'inboundTakenAt'>,
  agent: { readonly id: string; readonly wakeUpConfigs: AgentSettings['wakeUpConfigs'] },
): WakeUpJudgement {
  if (hasWrittenSince(wakeUp, conversation)) return { kind: 'drop', reason: 'customer_wrote' }
  if (agent.id !== wakeUp.agentId) return { kind: 'drop', reason: 'other_agent' }
  const config = agent.wakeUpConfigs.find(({ id, enabled }) => id === wakeUp.configId && enabled)
  if (!config) return { kind: 'drop', reason: 'not_configured' }
  const { description, forceMessage: mustWrite } = config
  const instruction = [
    '[This is no message of the customer, who has not written since. You asked to be woken up now.]',
    `What for: ${description}`,
    `Your note:\n${asData('note', wakeUp.reason)}`,
    mustWrite
      ? 'Write to the customer now.'
      : `Write to the customer if it helps them now. Otherwise answer with ${SILENT} and nothing else.`,
  ].join('\n')
  return { kind: 'speak', instruction, mustWrite }
}

/** Whether an agent that was woken up has nothing to write. */
export function isSilent(text: string): boolean {
  return ['', SILENT].includes(text.trim().toLowerCase())
}
