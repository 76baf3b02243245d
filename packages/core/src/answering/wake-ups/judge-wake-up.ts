import type { Ms } from '@replywright/contract/time.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { asData } from '../tools/as-data.ts'
import type { WakeUpItem } from './wake-up-entity.ts'

/** Why a wake-up is obsolete. */
export type Obsolete = 'customer_wrote' | 'other_agent' | 'not_configured'

type WakeUpJudgement =
  /** `instruction` is part of the system prompt. */
  | { readonly kind: 'reply'; readonly instruction: string; readonly mustWrite: boolean }
  | { readonly kind: 'drop'; readonly reason: Obsolete }

/** The model's answer for no message. */
const SILENT = '[silent]'

export function hasWrittenSince(
  { lastMessageId, inboundTakenAt }: Pick<WakeUpItem, 'lastMessageId' | 'inboundTakenAt'>,
  conversation: Pick<ConversationItem, 'lastMessageId' | 'inboundTakenAt'>,
): boolean {
  return conversation.lastMessageId !== lastMessageId || conversation.inboundTakenAt !== inboundTakenAt
}

/**
 * Decides whether a fired wake-up still applies. `conversation` and `agent` are the current ones. A wake-up of another
 * agent is obsolete, and so is one whose config was removed or disabled.
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
    'You scheduled this wake-up. The customer has not written since.',
    `Purpose: ${description}`,
    `Your note:\n${asData('note', wakeUp.reason)}`,
    mustWrite
      ? 'Write to the customer now.'
      : `Write to the customer if it helps them now. Otherwise answer only ${SILENT}.`,
  ].join('\n')
  return { kind: 'reply', instruction, mustWrite }
}

/** Later messages of the conversation wait behind a wake-up that waits. */
const LONGEST_WAIT_SECONDS = 15

/**
 * Returns the seconds until a wake-up tries again whether it may call the model, which is possible in `milliseconds`; or
 * undefined if the customer wrote.
 */
export function retryWakeUpAfter(
  wakeUp: WakeUpItem,
  conversation: Pick<ConversationItem, 'lastMessageId' | 'inboundTakenAt'>,
  milliseconds: Ms,
): number | undefined {
  if (hasWrittenSince(wakeUp, conversation)) return undefined
  return Math.min(LONGEST_WAIT_SECONDS, Math.ceil(milliseconds / 1000))
}

export function isSilent(text: string): boolean {
  return ['', SILENT].includes(text.trim().toLowerCase())
}
