import * as v from 'valibot'
import { Conversation } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { digitsOf, Uuid } from './fields.ts'

const DEFAULT_TAKEOVER_MINUTES = 10
const LONGEST_TAKEOVER_MINUTES = 1440

export const TakeoverInput = v.pipe(
  v.object({
    durationMinutes: v.pipe(
      v.optional(
        v.pipe(
          v.number(),
          v.integer('must be a whole number'),
          v.minValue(1, `must be between 1 and ${LONGEST_TAKEOVER_MINUTES}`),
          v.maxValue(LONGEST_TAKEOVER_MINUTES, `must be between 1 and ${LONGEST_TAKEOVER_MINUTES}`),
        ),
        DEFAULT_TAKEOVER_MINUTES,
      ),
      v.description('Starts now and replaces an earlier duration.'),
    ),
  }),
  v.description('How long a person takes over.'),
)

export const takeOverConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/takeover/',
  tag: 'Conversations',
  summary: 'Take over a conversation from the agent',
  description: 'Pauses the agent until handback or until the duration has elapsed.',
  body: TakeoverInput,
  bodyOptional: true,
  response: Conversation,
  errors: [400, 404],
  audit: { action: 'take_over', object: 'conversation' },
})

const { activeAgent, chatWindowRemainingTime, lastMessage, isHumanTakeover, active } = Conversation.entries

export const HandedBackConversation = v.pipe(
  v.object({
    id: Uuid,
    contact: v.object({ phoneNumber: v.string(), name: v.string() }),
    activeAgent,
    chatWindowRemainingTime,
    lastMessage,
    isHumanTakeover,
    active,
  }),
  v.description('A conversation after handback.'),
)
export type HandedBackConversation = v.InferOutput<typeof HandedBackConversation>

export const HandbackInput = v.pipe(
  v.object({
    contact: v.object({
      phoneNumber: v.pipe(
        v.string(),
        v.description("The number of the conversation's contact, or an empty string."),
        v.transform(digitsOf),
      ),
      name: v.string(),
    }),
  }),
  v.description('The contact of a conversation that is handed back.'),
)

export const handBackConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/handback/',
  tag: 'Conversations',
  summary: 'Hand a conversation back to the agent',
  description: 'Ends a takeover. `name` has no effect.',
  body: HandbackInput,
  response: HandedBackConversation,
  errors: [400, 404],
  audit: { action: 'hand_back', object: 'conversation' },
})
