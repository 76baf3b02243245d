import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PhoneNumber, Uuid } from './fields.ts'

export const TriggerInput = v.object({
  toNumber: v.pipe(PhoneNumber, v.description('Phone number of the contact.')),
  fromNumber: v.pipe(
    v.optional(PhoneNumber),
    v.description("Business number to send from. Defaults to the organisation's only number, or to the agent's."),
  ),
  variables: v.pipe(
    v.optional(v.union([v.array(v.string()), v.record(v.string(), v.string())]), []),
    v.description('Of the template: an array for a POSITIONAL template, an object for a NAMED one.'),
  ),
})
export type TriggerInput = v.InferOutput<typeof TriggerInput>

/** What a trigger sent, and where. */
export const TriggeredMessage = v.object({ conversationId: Uuid, messageId: Uuid })
export type TriggeredMessage = v.InferOutput<typeof TriggeredMessage>

export const fireTrigger = endpoint({
  method: 'POST',
  path: '/triggers/{id}/',
  tag: 'Triggers',
  summary: 'Fire an outbound trigger of an agent',
  description:
    "Sends the trigger's template to the contact. Its agent answers the conversation from then on; routing does not change. The template must be published and approved on the number's account, else the answer is a 409 that says what to do.",
  access: 'public',
  headers: { 'X-Trigger-Secret': 'The secret of the trigger, as its agent shows it. An unknown trigger is a 401 too.' },
  body: TriggerInput,
  status: 201,
  response: TriggeredMessage,
  errors: [400, 401, 403, 409, 502],
})
