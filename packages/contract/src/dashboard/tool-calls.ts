import * as v from 'valibot'
import { DateTime, Uuid } from '../fields.ts'

/** One call of a tool by an agent. */
export const ToolCall = v.object({
  name: v.string(),
  arguments: v.pipe(v.string(), v.description('JSON, as the model wrote them.')),
  result: v.pipe(v.nullable(v.string()), v.description('What the model was told; null while it runs.')),
  ran: v.pipe(v.boolean(), v.description('False when it was refused, or has not been answered yet.')),
  agentId: v.pipe(Uuid, v.description('The agent that called it.')),
})
export type ToolCall = v.InferOutput<typeof ToolCall>

/** What an agent did to answer messages of a customer. */
export const AgentTurn = v.object({
  id: v.string(),
  messageIds: v.pipe(v.array(v.string()), v.description('The inbound messages that it answers.')),
  status: v.picklist(['open', 'answered', 'given-up']),
  startedAt: DateTime,
  toolCalls: v.array(ToolCall),
})
export type AgentTurn = v.InferOutput<typeof AgentTurn>
