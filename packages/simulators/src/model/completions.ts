import type { ChatRequest } from './requests.ts'
import type { Answer } from './usual-answer.ts'

const CHARACTERS_PER_TOKEN = 4
const CHUNK_CHARACTERS = 12

/** What both kinds of answers carry. `id` is unique to the request. */
interface Completion {
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  readonly request: ChatRequest
  readonly answer: Answer
}

/** Body of an answer at once. */
export function completionBody({ id, created, request, answer }: Completion) {
  const calls = callsOf(id, answer)
  return {
    id,
    object: 'chat.completion',
    created,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text || null,
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: finishReason(answer),
      },
    ],
    usage: usageOf(request, answer),
  }
}

/** The chunks of a streamed answer; texts and arguments come in pieces. */
export function* completionChunks({ id, created, request, answer }: Completion) {
  const frame = { id, object: 'chat.completion.chunk', created, model: request.model }
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...frame,
    choices: [{ index: 0, delta, finish_reason }],
  })
  yield chunk({ role: 'assistant', content: '' })
  for (const content of pieces(answer.text)) yield chunk({ content })
  for (const [index, call] of callsOf(id, answer).entries()) {
    yield chunk({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: '' } }] })
    for (const part of pieces(call.function.arguments))
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] })
  }
  yield chunk({}, finishReason(answer))
  if (request.stream_options?.include_usage) yield { ...frame, choices: [], usage: usageOf(request, answer) }
}

function callsOf(id: string, { toolCalls }: Answer) {
  return toolCalls.map(({ name, arguments: args }, index) => ({
    id: `call_${id.replace(/\W/g, '')}_${index}`,
    type: 'function',
    function: { name, arguments: args },
  }))
}

function finishReason({ toolCalls }: Answer): string {
  return toolCalls.length > 0 ? 'tool_calls' : 'stop'
}

function usageOf({ messages, tools }: ChatRequest, { text, toolCalls }: Answer) {
  const prompt_tokens = tokens(JSON.stringify([messages, tools]))
  const completion_tokens = tokens(text) + toolCalls.reduce((sum, call) => sum + tokens(JSON.stringify(call)), 0)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

function pieces(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${CHUNK_CHARACTERS}}`, 'g')) ?? []
}
