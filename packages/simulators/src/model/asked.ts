import { type ChatRequest, latestUserTexts, systemText } from './requests.ts'
import type { Answer } from './usual-answer.ts'

/** How a request was answered: by the model, by pictures, or by an HTTP status; `hanging` never. */
export type Outcome =
  | ({ readonly kind: 'answer' } & Answer)
  | { readonly kind: 'pictures'; readonly count: number }
  | { readonly kind: 'error'; readonly status: number }
  | { readonly kind: 'hanging' }

/** One request to the model. */
export interface Asked {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: 'chat' | 'image'
  readonly model: string
  readonly system: string
  /** The user's messages since the model last spoke to them, or the prompt of a picture. */
  readonly userTexts: readonly string[]
  /** Names of the tools it may call. */
  readonly tools: readonly string[]
  readonly messages: ChatRequest['messages']
  /** The parsed body. */
  readonly body: unknown
  /** Undefined until it is answered. */
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

/** One line that tells a request from the others. */
export function describeAsked({ kind, model, userTexts, outcome }: Asked): string {
  return `${kind} ${model} ${JSON.stringify(userTexts.join(' | ').slice(0, 100))} (${outcome?.kind ?? 'not answered yet'})`
}
