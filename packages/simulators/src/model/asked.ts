import type { ModelReply } from './default-reply.ts'
import { type ChatRequest, latestUserTexts, systemText } from './requests.ts'

/** The result of a request: text or tool calls, pictures, an HTTP error, or `hanging` without a response. */
export type Outcome =
  | ({ readonly kind: 'answer' } & ModelReply)
  | { readonly kind: 'pictures'; readonly count: number }
  | { readonly kind: 'error'; readonly status: number }
  | { readonly kind: 'hanging' }

export interface Asked {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: 'chat' | 'image'
  readonly model: string
  readonly system: string
  /** The user's messages since the last text of the model, or the prompt of a picture. */
  readonly userTexts: readonly string[]
  /** Names of the available tools. */
  readonly tools: readonly string[]
  readonly messages: ChatRequest['messages']
  /** The parsed body. */
  readonly body: unknown
  /** Undefined until the response. */
  outcome: Outcome | undefined
}

export function askedByChat(request: ChatRequest, body: unknown, at: number): Asked {
  return {
    at,
    kind: 'chat',
    model: request.model,
    system: systemText(request),
    userTexts: latestUserTexts(request),
    tools: request.tools.map((tool) => tool.function.name),
    messages: request.messages,
    body,
    outcome: undefined,
  }
}

export function askedForImage(request: { model: string; prompt: string }, body: unknown, at: number): Asked {
  const { model, prompt } = request
  return {
    at,
    kind: 'image',
    model,
    system: '',
    userTexts: [prompt],
    tools: [],
    messages: [],
    body,
    outcome: undefined,
  }
}

/** Returns a line that identifies a request. */
export function describeAsked({ kind, model, userTexts, outcome }: Asked): string {
  return `${kind} ${model} ${JSON.stringify(userTexts.join(' | ').slice(0, 100))} (${outcome?.kind ?? 'no response yet'})`
}
