import * as v from 'valibot'
import { customerKey } from './customer-key.ts'
import { endpoint } from './endpoint.ts'
import { PhoneNumber, Uuid } from './fields.ts'
import { MemoryValues } from './memory-values.ts'
import { TemplateComponents, TemplateVariables } from './message-objects.ts'

export const TriggerInput = v.pipe(
  v.object({
    toNumber: customerKey('Phone number of the contact, `contact.id`, or `user:` and a user id.'),
    fromNumber: v.pipe(
      v.optional(PhoneNumber),
      v.description("Business number to send from. Defaults to the organisation's only number, or to the agent's."),
    ),
    variables: TemplateVariables,
    components: TemplateComponents,
    memory: v.pipe(
      v.optional(MemoryValues),
      v.description('What the agent of the trigger remembers of the contact from now on.'),
    ),
  }),
  v.description('The contact and the variables of the template to send.'),
)
export type TriggerInput = v.InferOutput<typeof TriggerInput>

export const TriggeredMessage = v.pipe(
  v.object({ conversationId: Uuid, messageId: Uuid }),
  v.description('The message that a trigger sent, and its conversation.'),
)
export type TriggeredMessage = v.InferOutput<typeof TriggeredMessage>

export const fireTrigger = endpoint({
  method: 'POST',
  path: '/triggers/{id}/',
  tag: 'Triggers',
  summary: 'Fire an outbound trigger of an agent',
  description:
    "Sends the trigger's template to the contact. The agent of the trigger becomes the active agent of the conversation; routing does not change. Returns 409 if the template is not published and approved on the number's account, or if the contact refuses its category (`opted_out`).",
  access: 'public',
  headers: { 'X-Trigger-Secret': 'The secret of the trigger, a field of its agent. An unknown trigger is also a 401.' },
  body: TriggerInput,
  status: 201,
  response: TriggeredMessage,
  errors: [400, 401, 403, 409, 502],
})
