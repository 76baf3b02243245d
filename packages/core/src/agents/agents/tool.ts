/** One thing the model may call. Names match `^[a-zA-Z0-9_-]{1,64}$` and are unique within a turn. */
export interface Tool {
  readonly name: string
  /** For the model. */
  readonly description: string
  /** JSON Schema (an object) of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Whether calling it may change something outside of the conversation: a turn that did is never dropped. */
  readonly changesOutside: boolean
  /** Added to the agent's credits each time it ran. */
  readonly creditCost: number
  /** Arguments are validated by then. Never throws for what a customer's endpoint does: that is a result. */
  run(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolResult>
}

export interface ToolCall {
  /** The same when the call is repeated after a crash; goes out as `Idempotency-Key`. A UUID. */
  readonly id: string
  readonly now: number
  /** Ends with the turn's deadline. */
  readonly signal: AbortSignal
}

export interface ToolResult {
  /** What the model is told, at most 16 KB. */
  readonly text: string
  /** Files to send to the customer beside the reply, by their keys in the bucket. */
  readonly media?: readonly { readonly key: string; readonly mimeType: string; readonly caption?: string }[]
  /** The agent that answers from here on. */
  readonly handoffTo?: string
}
