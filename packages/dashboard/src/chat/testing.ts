import type { AgentTurn } from '@replywright/contract/dashboard/tool-calls.ts'
import type { Message } from '@replywright/contract/messages.ts'

/** Returns a message for tests: an inbound text by default. */
export function aMessage(id: string, more: Partial<Message> = {}): Message {
  return {
    id,
    direction: 'inbound',
    role: 'user',
    type: 'text',
    text: `text of ${id}`,
    media: [],
    buttons: [],
    template: null,
    status: null,
    error: null,
    waId: '',
    createdAt: '2026-11-21T12:00:00.000Z',
    ...more,
  }
}

/** Returns a turn for tests, with one tool call. */
export function aTurn(id: string, messageIds: readonly string[]): AgentTurn {
  const call = { name: 'find_order', arguments: '{}', result: 'sent', ran: true, agentId: 'a' }
  return {
    id,
    messageIds: [...messageIds],
    status: 'answered',
    startedAt: '2026-11-21T12:00:00.000Z',
    failedAt: null,
    toolCalls: [call],
    agentIds: ['a'],
    models: ['small'],
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    usd: 0,
  }
}
