import type { AssistantModelMessage, assistantModelMessageSchema, ModelMessage } from 'ai'
import * as v from 'valibot'

/** A call of a tool that the model asks for. */
export interface StepCall {
  /** The model's own; its result must name it. */
  readonly id: string
  readonly name: string
  /** Any JSON object, not yet validated; `{}` when `invalid`. */
  readonly args: Readonly<Record<string, unknown>>
  /** Why it cannot be run, to be told to the model as its result. */
  readonly invalid?: string
}

/** What the model said in one step, and all it needs to find again when it goes on from there. JSON, to be stored whole. */
export interface StepReply {
  readonly text: string
  readonly toolCalls: readonly StepCall[]
  /** The reply in the model's own parts, when there is more to it than text and calls: reasoning, signatures. */
  readonly raw?: string
}

/** A message of the conversation as the model sees it. */
export type StepMessage =
  | { readonly role: 'user'; readonly text: string }
  | ({ readonly role: 'assistant' } & (StepReply | { readonly text: string }))
  | {
      readonly role: 'tool'
      /** One for each call of the reply before. */
      readonly results: readonly { readonly id: string; readonly name: string; readonly text: string }[]
    }

/** More is not worth carrying along; the model goes on without. */
const RAW_CHARACTERS = 64_000
const BEGINNING = '[The conversation begins.]'
const NO_TEXT = '[A message without text.]'
const Json = v.pipe(v.string(), v.parseJson())

/** Checks a reply in the model's own parts. A parameter, because the SDK is loaded on first use. */
type ReplySchema = typeof assistantModelMessageSchema

/** The messages as the SDK takes them. */
export function toModelMessages(messages: readonly StepMessage[], schema: ReplySchema): ModelMessage[] {
  const converted = messages.flatMap((message) => toModelMessage(message, schema))
  // Amazon Bedrock refuses a conversation that the user did not begin.
  return converted[0]?.role === 'assistant' ? [{ role: 'user', content: BEGINNING }, ...converted] : converted
}

function toModelMessage(message: StepMessage, schema: ReplySchema): ModelMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text.trim() || NO_TEXT }]
    case 'assistant':
      return toAssistantMessage('toolCalls' in message ? message : { text: message.text, toolCalls: [] }, schema)
    case 'tool':
      return [
        {
          role: 'tool',
          content: message.results.map(({ id, name, text }) => ({
            type: 'tool-result',
            toolCallId: id,
            toolName: name,
            output: { type: 'text', value: text },
          })),
        },
      ]
  }
}

function toAssistantMessage({ text, toolCalls, raw }: StepReply, schema: ReplySchema): ModelMessage[] {
  const kept = raw === undefined ? undefined : schema.safeParse(v.parse(Json, raw))
  if (kept?.success) return [kept.data]
  if (text.trim() === '' && toolCalls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: [
        ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
        ...toolCalls.map(({ id, name, args }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input: args,
        })),
      ],
    },
  ]
}

/** The reply in the model's own parts as JSON, when there is more to it than text and calls. */
export function rawReply(messages: readonly ModelMessage[]): string | undefined {
  const reply = messages.find((message): message is AssistantModelMessage => message.role === 'assistant')
  if (!reply || typeof reply.content === 'string') return undefined
  const isPlain = reply.content.every(
    (part) => (part.type === 'text' || part.type === 'tool-call') && part.providerOptions === undefined,
  )
  if (isPlain) return undefined
  const raw = JSON.stringify(reply)
  return raw.length > RAW_CHARACTERS ? undefined : raw
}
