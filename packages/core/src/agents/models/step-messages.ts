import { isDeeper } from '@replywright/contract/json-depth.ts'
import type { AssistantModelMessage, assistantModelMessageSchema, ModelMessage, UserContent } from 'ai'
import * as v from 'valibot'

export interface StepCall {
  /** The model's id of the call. The result must have it. */
  readonly id: string
  readonly name: string
  /** Any JSON object, not validated yet; `{}` if `invalid`. */
  readonly args: Readonly<Record<string, unknown>>
  /** Why it cannot run; the model reads it as the result. */
  readonly invalid?: string
}

/** The model's response in one step, with all that is needed to continue from it. It is stored as JSON. */
export interface StepReply {
  readonly text: string
  readonly toolCalls: readonly StepCall[]
  /** The response in the model's own format, if it has more than text and calls: reasoning, signatures. */
  readonly raw?: string
}

/** A picture or a PDF. */
export interface StepFile {
  readonly mimeType: string
  readonly bytes: Uint8Array
}

export type StepMessage =
  | { readonly role: 'user'; readonly text: string; readonly files?: readonly StepFile[] }
  | ({ readonly role: 'assistant' } & (StepReply | { readonly text: string }))
  | {
      readonly role: 'tool'
      /** One for each call of the preceding response. */
      readonly results: readonly { readonly id: string; readonly name: string; readonly text: string }[]
    }

/** A longer response in the model's own format is not stored. The model can continue without it. */
const RAW_CHARACTERS = 64_000
const START = '[Start of the conversation.]'
const NO_TEXT = '[Message without text.]'
const Json = v.pipe(v.string(), v.parseJson())

/** Validates a response in the model's own format. It is a parameter, because the SDK is loaded on first use. */
type ReplySchema = typeof assistantModelMessageSchema

export function toModelMessages(messages: readonly StepMessage[], schema: ReplySchema): ModelMessage[] {
  const converted = messages.flatMap((message) => toModelMessage(message, schema))
  // Amazon Bedrock rejects a conversation that does not start with the user.
  return converted[0]?.role === 'assistant' ? [{ role: 'user', content: START }, ...converted] : converted
}

function toModelMessage(message: StepMessage, schema: ReplySchema): ModelMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: userContent(message) }]
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

function userContent({ text, files = [] }: Extract<StepMessage, { role: 'user' }>): UserContent {
  const said = text.trim() || NO_TEXT
  if (files.length === 0) return said
  const parts = files.map(({ mimeType, bytes }) => ({ type: 'file' as const, data: bytes, mediaType: mimeType }))
  return [{ type: 'text', text: said }, ...parts]
}

function toAssistantMessage({ text, toolCalls, raw }: StepReply, schema: ReplySchema): ModelMessage[] {
  const parsed = raw === undefined ? undefined : schema.safeParse(v.parse(Json, raw))
  if (parsed?.success) return [parsed.data]
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

/** Returns the response in the model's own format as JSON, or undefined if it has only text and calls. */
export function rawReply(messages: readonly ModelMessage[]): string | undefined {
  const reply = messages.find((message): message is AssistantModelMessage => message.role === 'assistant')
  if (!reply || typeof reply.content === 'string') return undefined
  const isPlain = reply.content.every(
    (part) => (part.type === 'text' || part.type === 'tool-call') && part.providerOptions === undefined,
  )
  // Deeper values would exhaust the stack.
  if (isPlain || isDeeper(reply)) return undefined
  const raw = JSON.stringify(reply)
  return raw.length > RAW_CHARACTERS ? undefined : raw
}
