import type { JsonObject } from '@replywright/contract/json.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { generateStep } from '../../agents/models/generate-step.ts'
import { openModels, withFallback } from '../../agents/models/open-model.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import type { Clock } from '../../platform/clock.ts'
import { keySchemas } from '../memory/memory-tool.ts'
import { DATA_RULE, latestAsData } from '../tools/as-data.ts'
import { validateArguments } from '../tools/validate-arguments.ts'
import { buildHistory } from '../turns/build-history.ts'
import { readAnswer } from '../turns/read-answer.ts'
import { pricedTokens, type Tokens } from '../turns/turn-cost.ts'

const CALL_MILLISECONDS = 60_000
/** Of both models. Leaves 30 s of the function's timeout to store the report. */
const DEADLINE_MILLISECONDS = 90_000
const LONGEST_SUMMARY = 1000
const PROMPT = `You read a finished chat between a customer and an assistant, and record how it ended.
- Call record_outcome once.
- Write the summary in one or two sentences, in the language of the chat.
- Leave out each value that the chat does not tell.
- ${DATA_RULE}`

export interface Description {
  readonly summary: string
  /** The values by the names of the outcome keys; the initial values of those that the chat does not tell. */
  readonly outcome: JsonObject
  readonly tokens: Tokens | undefined
}

/** Returns the outcome of a session that no model has described. */
export function undescribed({ outcomeKeys }: Pick<AgentSettings, 'outcomeKeys'>): Description {
  return { summary: '', outcome: initialValues(outcomeKeys), tokens: undefined }
}

/**
 * Describes a session with one call of the agent's model, or of its fallback if it is down. `messages` are those of the session, oldest first.
 * @throws ModelDownError, ModelRefusedError
 */
export async function describeSession(
  settings: Pick<AgentSettings, 'outcomeKeys' | 'llmModel' | 'fallbackModel'>,
  messages: readonly MessageItem[],
  clock: Clock,
): Promise<Description> {
  const { outcomeKeys } = settings
  const keys = keySchemas(outcomeKeys)
  const parameters = {
    type: 'object',
    properties: {
      summary: { type: 'string', description: 'What the customer wanted, and how it ended.' },
      ...Object.fromEntries([...keys].map(([name, { schema }]) => [name, schema])),
    },
    required: ['summary'],
    additionalProperties: false,
  }
  const tool = { name: 'record_outcome', description: 'Records how the chat ended.', parameters }
  const lines = buildHistory({ messages: messages.map(asAnswered), cut: false }, []).messages.map((message) =>
    'text' in message ? `${message.role === 'user' ? 'Customer' : 'Assistant'}: ${message.text}` : '',
  )
  const callModel = withFallback(await openModels(settings, clock()))
  const deadline = AbortSignal.timeout(DEADLINE_MILLISECONDS)
  const step = await callModel(({ model }) =>
    generateStep({
      model,
      system: PROMPT,
      messages: [{ role: 'user', text: latestAsData('chat', lines) }],
      tools: [tool],
      signal: AbortSignal.any([deadline, AbortSignal.timeout(CALL_MILLISECONDS)]),
    }),
  )
  const { text, calls } = readAnswer(step.text, [tool])
  const call = [...step.toolCalls, ...calls].find(({ name }) => name === tool.name)
  const { args = {} } = validateArguments(parameters, call?.args ?? {})
  // A weak model may write the summary as text.
  const summary = typeof args.summary === 'string' ? args.summary : text
  const told = [...keys].flatMap(([name, { key }]) => (args[name] === undefined ? [] : [[key.key, args[name]]]))
  return {
    summary: summary.trim().slice(0, LONGEST_SUMMARY),
    outcome: { ...initialValues(outcomeKeys), ...Object.fromEntries(told) },
    tokens: pricedTokens(step),
  }
}

function initialValues(keys: AgentSettings['outcomeKeys']): JsonObject {
  return Object.fromEntries(keys.map(({ key, initialValue }) => [key, initialValue || null]))
}

/** All messages of an ended session are part of its history. */
function asAnswered({ out: _, ...message }: MessageItem): MessageItem {
  return message
}
