import type { AgentTurn } from '@messaging/contract/dashboard/tool-calls.ts'
import type { Message } from '@messaging/contract/messages.ts'

/** An item of a chat, in display order. */
export type ChatItem =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message }
  | { readonly kind: 'turn'; readonly key: string; readonly turn: AgentTurn }

/**
 * Returns the items of a chat: messages (oldest first), days and turns. A turn follows the last of its messages. Omits
 * turns without tool calls and turns whose messages are not shown.
 */
export function chatItems(messages: readonly Message[], turns: readonly AgentTurn[]): readonly ChatItem[] {
  const below = Map.groupBy(
    turns.filter(({ toolCalls }) => toolCalls.length > 0),
    ({ messageIds }) => messages.findLast(({ id }) => messageIds.includes(id))?.id,
  )
  return messages.flatMap((message, index): readonly ChatItem[] => [
    ...(isNewDay(messages[index - 1], message)
      ? [{ kind: 'day' as const, key: `day ${message.id}`, at: message.createdAt }]
      : []),
    { kind: 'message', key: message.id, message },
    ...(below.get(message.id) ?? []).map((turn) => ({ kind: 'turn' as const, key: `turn ${turn.id}`, turn })),
  ])
}

function isNewDay(before: Message | undefined, { createdAt }: Message): boolean {
  return before === undefined || dayOf(before.createdAt) !== dayOf(createdAt)
}

function dayOf(at: string): string {
  return new Date(at).toDateString()
}
