import type { EpochMs } from '@replywright/contract/time.ts'

/** The name of the tool with which an agent asks for a person. */
export const ASK_FOR_HUMAN = 'ask_for_human'

/** A tool that the model can call. Names match `^[a-zA-Z0-9_-]{1,64}$` and are unique within a turn. */
export interface Tool {
  readonly name: string
  /** Text for the model. */
  readonly description: string
  /** JSON Schema (an object) of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Whether a call may change something outside of the conversation. A turn with such a call does not start over. */
  readonly changesOutside: boolean
  /** Added to the agent's credits for each call. */
  readonly creditCost: number
  /** Tells the tool's author that a model rejects it. */
  onRefused?(): Promise<void>
  /** Runs the tool with validated arguments. An error of a customer's endpoint is a result, not an exception. */
  run(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolResult>
}

export interface ToolCall {
  /** A UUID, the same if the call is repeated after a crash. Sent as `Idempotency-Key`. */
  readonly id: string
  readonly now: EpochMs
  /** Aborts at the turn's deadline. */
  readonly signal: AbortSignal
}

export interface ToolResult {
  /** Text for the model, at most 16 KB. */
  readonly text: string
  /** Files to send with the reply, by their keys in the bucket. */
  readonly media?: readonly { readonly key: string; readonly mimeType: string; readonly caption?: string }[]
  /** The agent that answers from now on. */
  readonly handoffTo?: string
  /** What the customer can choose below the answer. */
  readonly choices?: readonly string[]
  /** Whether the answer has a button with which the customer shares the phone number. */
  readonly asksForNumber?: boolean
  /** Why the agent asks for a person. It answers once more, and is then silent until handback. */
  readonly asksForHuman?: HumanRequest
}

export interface HumanRequest {
  readonly reason: string
  /** What the customer wants. */
  readonly summary: string
}
