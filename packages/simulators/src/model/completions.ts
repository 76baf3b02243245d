import type { ModelReply } from './default-reply.ts'
import type { ChatRequest } from './requests.ts'

const CHARACTERS_PER_TOKEN = 4
const CHUNK_CHARACTERS = 12

/** The common parts of both response forms. `id` is unique to the request. */
interface Completion {
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  readonly request: ChatRequest
  readonly reply: ModelReply
}

/** Builds the body of a complete response. */
export function completionBody({ id, created, request, reply }: Completion) {
  const calls = callsOf(id, reply)
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
          content: reply.text || null,
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: finishReason(reply),
      },
    ],
    usage: usageOf(request, reply),
  }
}

/** Builds the chunks of a streamed response. Texts and arguments are split. */
export function* completionChunks({ id, created, request, reply }: Completion) {
  const frame = { id, object: 'chat.completion.chunk', created, model: request.model }
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...frame,
    choices: [{ index: 0, delta, finish_reason }],
  })
  yield chunk({ role: 'assistant', content: '' })
  for (const content of pieces(reply.text)) yield chunk({ content })
  for (const [index, call] of callsOf(id, reply).entries()) {
    yield chunk({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: '' } }] })
    for (const part of pieces(call.function.arguments))
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] })
  }
  yield chunk({}, finishReason(reply))
  if (request.stream_options?.include_usage) yield { ...frame, choices: [], usage: usageOf(request, reply) }
}

function callsOf(id: string, { toolCalls }: ModelReply) {
  return toolCalls.map(({ name, arguments: args }, index) => ({
    id: `call_${id.replace(/\W/g, '')}_${index}`,
    type: 'function',
    function: { name, arguments: args },
  }))
}

function finishReason({ toolCalls }: ModelReply): string {
  return toolCalls.length > 0 ? 'tool_calls' : 'stop'
}

function usageOf({ messages, tools }: ChatRequest, { text, toolCalls }: ModelReply) {
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
