import type { JsonObject } from '@replywright/contract/json.ts'

/** A tool as its calls are read: the order of its properties gives arguments without a name theirs. */
export interface OfferedTool {
  readonly name: string
  /** JSON Schema of an object. */
  readonly parameters: JsonObject
}

/** A tool call that a model wrote as text. The arguments are not validated yet. */
export interface TextCall {
  readonly name: string
  readonly args: JsonObject
}

/** Returns the calls of a text in one form of models, or undefined if it has another content. */
export type Parser = (text: string, tools: readonly OfferedTool[], names: ReadonlySet<string>) => TextCall[] | undefined
