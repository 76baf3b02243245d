import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { maxCharacters, Uuid, wellFormed } from '../fields.ts'
import { Message } from '../messages.ts'
import { forBrowsers } from './fields.ts'
import { AgentTurn } from './tool-calls.ts'

const LONGEST_TEXT = 4096

/** A test chat with an agent on the sandbox number. The provider is not involved. */
export const Trial = v.object({
  conversationId: v.pipe(v.nullable(Uuid), v.description('Null before the first message.')),
  state: v.pipe(
    v.picklist(['idle', 'answering', 'failed']),
    v.description('`answering`: request it again in a second. `failed`: no model replied.'),
  ),
  messages: v.pipe(v.array(Message), v.description('The latest 100 messages of the current session, oldest first.')),
  turns: v.pipe(v.array(AgentTurn), v.description('The turns of the agent, oldest first.')),
})
export type Trial = v.InferOutput<typeof Trial>

const trial = {
  ...forBrowsers,
  path: '/dashboard-api/v1/agents/{id}/try/',
  query: v.object({
    draft: v.pipe(
      v.optional(v.picklist(['true'])),
      v.description(
        '`true` tries the draft of the agent, in a chat of its own. The published agent replies if it has none.',
      ),
    ),
  }),
} as const

export const tryAgent = endpoint({
  ...trial,
  method: 'POST',
  body: v.object({
    text: v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), maxCharacters(LONGEST_TEXT), wellFormed),
  }),
  status: 201,
  response: Message,
})

export const getTrial = endpoint({
  ...trial,
  method: 'GET',
  response: Trial,
})

export const restartTrial = endpoint({
  ...trial,
  method: 'DELETE',
})
