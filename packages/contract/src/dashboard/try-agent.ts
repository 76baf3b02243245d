import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Uuid } from '../fields.ts'
import { Message } from '../messages.ts'
import { forBrowsers } from './fields.ts'
import { AgentTurn } from './tool-calls.ts'

const LONGEST_TEXT = 4096

/** Your talk with an agent on the sandbox number: the provider has no part in it. */
export const Trial = v.object({
  conversationId: v.pipe(v.nullable(Uuid), v.description('Null before the first message.')),
  state: v.pipe(
    v.picklist(['idle', 'answering', 'gave_up']),
    v.description('`answering`: ask again in a second. `gave_up`: no model answered.'),
  ),
  messages: v.pipe(v.array(Message), v.description('Of the present session, oldest first; the latest 100.')),
  turns: v.pipe(v.array(AgentTurn), v.description('What the agent did meanwhile, oldest first.')),
})
export type Trial = v.InferOutput<typeof Trial>

const trial = {
  ...forBrowsers,
  tag: 'Agents',
  path: '/dashboard-api/v1/agents/{id}/try/',
} as const

export const tryAgent = endpoint({
  ...trial,
  method: 'POST',
  summary: 'Write to an agent as a customer would, on the sandbox number',
  body: v.object({
    text: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('must not be empty'),
      v.maxLength(LONGEST_TEXT, `must be at most ${LONGEST_TEXT} characters`),
    ),
  }),
  status: 201,
  response: Message,
  errors: [400, 404],
})

export const getTrial = endpoint({
  ...trial,
  method: 'GET',
  summary: 'What was said so far',
  response: Trial,
  errors: [404],
})

export const restartTrial = endpoint({
  ...trial,
  method: 'DELETE',
  summary: 'Start afresh: the agent forgets what was said',
  errors: [404],
})
