import { BEDROCK_MODEL_ID, BEDROCK_PREFIX } from '@replywright/contract/llm-models.ts'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import type { StepReply } from '../../agents/models/step-messages.ts'
import { rootSpanId, type Span, spanIdOf, traceIdOf } from '../../platform/spans/span.ts'
import type { Tokens } from './turn-cost.ts'

/** A call of a model. */
export interface ModelCallTrace {
  readonly agentId: string
  readonly model: string
  readonly at: EpochMs
  readonly durationMs: Ms
  readonly tokens: Tokens
  readonly reply: StepReply
  readonly results: readonly ToolCallTrace[]
}

/** A call of a tool. */
export interface ToolCallTrace {
  /** The position of the call in its step. */
  readonly index: number
  readonly at: EpochMs
  readonly durationMs: Ms
  readonly text: string
}

/** What is known of a turn when it ends. */
export interface TurnTrace {
  /** The customer's message, or what woke the agent up. */
  readonly originId: string
  readonly conversationId: string
  readonly agent: { readonly id: string; readonly name: string }
  /** When the message arrived, the turn began, the sending began, and it ended. A turn that failed did not send. */
  readonly takenAt: EpochMs
  readonly startedAt: EpochMs
  readonly sendingAt: EpochMs | undefined
  readonly endedAt: EpochMs
  readonly calls: readonly ModelCallTrace[]
  /** The messages that the provider accepted. */
  readonly sent: number
  readonly question: string
  readonly answer: string
  /** Why there is no answer. */
  readonly declined?: string | undefined
  /** Why the last run of the turn failed. */
  readonly failed?: string | undefined
  /** When the turn failed before it was repeated and ended. What happened before was exported then. */
  readonly failedAt?: EpochMs | undefined
}

/**
 * Returns the spans of a turn with the names of OpenTelemetry's conventions for generative AI: the message, the turn, each call of a
 * model and of a tool, and the sending. Texts of customers, agents and tools are only in them with `withContent`.
 */
export function turnSpans(trace: TurnTrace, withContent: boolean): Span[] {
  const { originId, conversationId, agent, takenAt, startedAt, sendingAt, endedAt, failed, failedAt } = trace
  const calls = trace.calls.map((call, step) => ({ call, step })).filter(({ call }) => call.at >= (failedAt ?? 0))
  const traceId = traceIdOf(originId)
  const rootId = rootSpanId(originId)
  const turnId = spanIdOf(originId, 'turn', ...(failedAt === undefined ? [] : [String(failedAt)]))
  const conversation = { 'gen_ai.conversation.id': conversationId }
  const tokens = calls.map(({ call }) => call.tokens)
  const error = failed ?? trace.declined
  const root: Span = {
    traceId,
    spanId: rootId,
    name: 'message',
    kind: 'server',
    startAt: takenAt,
    endAt: endedAt,
    attributes: { ...conversation, 'messaging.message.id': originId, 'messaging.operation.type': 'process' },
    error: failed,
  }
  return [
    ...(failedAt === undefined ? [root] : []),
    {
      traceId,
      spanId: turnId,
      parentSpanId: rootId,
      name: `invoke_agent ${agent.name}`,
      kind: 'internal',
      startAt: startedAt,
      endAt: endedAt,
      attributes: {
        ...conversation,
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.id': agent.id,
        'gen_ai.agent.name': agent.name,
        'error.type': error,
        'gen_ai.usage.input_tokens': sum(tokens.map(({ inputTokens }) => inputTokens)),
        'gen_ai.usage.output_tokens': sum(tokens.map(({ outputTokens }) => outputTokens)),
        ...(withContent && {
          'gen_ai.input.messages': messagesOf('user', trace.question),
          'gen_ai.output.messages': messagesOf('assistant', trace.answer),
        }),
      },
      error,
    },
    ...calls.flatMap(({ call, step }) => callSpans(trace, call, step, { traceId, turnId, withContent })),
    ...(sendingAt === undefined ? [] : [sendSpan(trace, { traceId, turnId, sendingAt })]),
  ]
}

function sendSpan(
  { originId, conversationId, endedAt, sent }: TurnTrace,
  { traceId, turnId, sendingAt }: { readonly traceId: string; readonly turnId: string; readonly sendingAt: EpochMs },
): Span {
  return {
    traceId,
    spanId: spanIdOf(originId, 'send'),
    parentSpanId: turnId,
    name: 'send reply',
    kind: 'client',
    startAt: sendingAt,
    endAt: endedAt,
    attributes: {
      'gen_ai.conversation.id': conversationId,
      'messaging.operation.type': 'send',
      'messaging.batch.message_count': sent,
    },
  }
}

function callSpans(
  { originId }: TurnTrace,
  { agentId, model, at, durationMs, tokens, reply, results }: ModelCallTrace,
  step: number,
  {
    traceId,
    turnId,
    withContent,
  }: { readonly traceId: string; readonly turnId: string; readonly withContent: boolean },
): Span[] {
  const { inputTokens, outputTokens, cachedTokens } = tokens
  return [
    {
      traceId,
      spanId: spanIdOf(originId, 'model', String(step)),
      parentSpanId: turnId,
      name: `chat ${model}`,
      kind: 'client',
      startAt: at,
      endAt: at + durationMs,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': providerOf(model),
        'gen_ai.request.model': model,
        'gen_ai.agent.id': agentId,
        'gen_ai.usage.input_tokens': inputTokens,
        'gen_ai.usage.output_tokens': outputTokens,
        'gen_ai.usage.cache_read.input_tokens': cachedTokens,
        ...(withContent && { 'gen_ai.output.messages': messagesOf('assistant', reply.text) }),
      },
    },
    ...results.flatMap((result): Span[] => {
      const call = reply.toolCalls[result.index]
      if (!call) return []
      return [
        {
          traceId,
          spanId: spanIdOf(originId, 'tool', String(step), String(result.index)),
          parentSpanId: turnId,
          name: `execute_tool ${call.name}`,
          kind: 'internal',
          startAt: result.at,
          endAt: result.at + result.durationMs,
          attributes: {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': call.name,
            'gen_ai.tool.call.id': call.id,
            'gen_ai.tool.type': 'function',
            ...(withContent && {
              'gen_ai.tool.call.arguments': JSON.stringify(call.args),
              'gen_ai.tool.call.result': result.text,
            }),
          },
        },
      ]
    }),
  ]
}

/** The server of other models has the interface of OpenAI. */
function providerOf(model: string): string {
  return model.startsWith(BEDROCK_PREFIX) || BEDROCK_MODEL_ID.test(model) ? 'aws.bedrock' : 'openai'
}

function messagesOf(role: 'user' | 'assistant', content: string): string {
  return JSON.stringify([{ role, parts: [{ type: 'text', content }] }])
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
