import * as v from 'valibot'
import { Conversation } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { anyRule, maxCharacters, wellFormed } from './fields.ts'

const LONGEST_METADATA = 2000

export const ControlInput = v.pipe(
  v.object({
    action: v.pipe(
      v.picklist(['take', 'pass'], 'must be take or pass'),
      v.description('`take`: this service answers. `pass`: another agent on the number answers.'),
    ),
    to: v.pipe(
      v.optional(v.picklist(['agent', 'partner'], 'must be agent or partner')),
      v.description(
        'For `pass`: the agent of the provider, or the partner to whom that agent passes difficult conversations. Defaults to `agent`.',
      ),
    ),
    metadata: v.pipe(
      v.optional(v.pipe(v.string(), maxCharacters(LONGEST_METADATA), wellFormed)),
      v.description('What the other one should know. The provider passes it on unchanged.'),
    ),
  }),
  v.description('A change of who answers a conversation.'),
  anyRule({ properties: { action: { enum: ['pass'] } } }, { not: { properties: { to: {} }, required: ['to'] } }),
  v.examples([{ action: 'take' }]),
  v.forward(
    v.check(({ action, to }) => action === 'pass' || to === undefined, 'is allowed only when action is pass'),
    ['to'],
  ),
)

export const controlConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/control/',
  tag: 'Conversations',
  summary: 'Take or pass the control of a conversation',
  description:
    'For a number with another agent on it, such as the agent of the provider. The provider decides who may take control; a message that is sent takes it, too. After `take`, the agent of the conversation answers what the customer wrote last, unless it was answered. Returns 400 if the provider refuses the change, or if there can be no other agent on the number.',
  body: ControlInput,
  response: Conversation,
  errors: [400, 404, 409, 502],
  audit: { action: 'change_control', object: 'conversation' },
})
