import type { ToolCall } from '../../../agents/tool.ts'

export const CALL_ID = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'

/** Returns a tool call with a 30 s limit. */
export function toolCall(call: Partial<ToolCall> = {}): ToolCall {
  return { id: CALL_ID, now: 0, signal: AbortSignal.timeout(30_000), ...call }
}
