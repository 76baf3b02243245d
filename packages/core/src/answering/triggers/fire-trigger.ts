import type { TriggeredMessage, TriggerInput } from '@messaging/contract/triggers.ts'
import { getNumberByProviderId, listNumbers } from '../../channel/numbers/find-number.ts'
import { chooseNumber } from '../../conversations/conversations/choose-number.ts'
import { findOrCreateConversation } from '../../conversations/conversations/find-or-create.ts'
import { startSession } from '../../conversations/conversations/start-session.ts'
import { dispatchMessage } from '../../conversations/messages/dispatch-message.ts'
import { outboundContent } from '../../conversations/messages/outbound-content.ts'
import { type Clock, newId } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { runOnce } from '../../platform/idempotency/idempotency.ts'
import { log } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'
import { authorizeTrigger, type OpenTrigger } from './authorize-trigger.ts'
import { type SendableTemplate, templateToSend } from './template-to-send.ts'

export interface TriggerCall {
  readonly id: string
  /** As the caller sent it. */
  readonly secret: string | undefined
  readonly input: TriggerInput
  /** Repeats with the same key are answered as the first call, which alone sends. */
  readonly idempotencyKey: string | undefined
}

/**
 * `POST /triggers/{id}/`: sends the trigger's template to a customer in the name of its agent, which answers their conversation
 * from then on. 401 and 403 as `authorizeTrigger`, 409 as `templateToSend`; 400 for a number that is not the organisation's and
 * for variables that the template cannot take.
 */
export async function fireTrigger(call: TriggerCall, clock: Clock): Promise<TriggeredMessage> {
  const open = await authorizeTrigger(call.id, call.secret)
  const { organizationId, trigger } = open
  addFacts({ organizationId })
  const { input, idempotencyKey } = call
  if (idempotencyKey === undefined) return await send(open, input, newId(), clock)
  return await runOnce(
    // Who has the secret of a trigger must not meet the keys of the organisation's other requests.
    { organizationId, key: `trigger:${trigger.id}:${idempotencyKey}`, content: JSON.stringify(input) },
    clock(),
    { run: (id) => send(open, input, id, clock) },
  )
}

async function send(
  { organizationId, agentId, trigger }: OpenTrigger,
  { toNumber, fromNumber, variables }: TriggerInput,
  id: string,
  clock: Clock,
): Promise<TriggeredMessage> {
  const numbers = await listNumbers(organizationId)
  // The list can lag behind a change of the number's routing.
  const number = await getNumberByProviderId(organizationId, chooseNumber(numbers, fromNumber, agentId).phoneNumberId)
  const template = await templateToSend(number, trigger)
  const { name, language } = template
  requireFitting(template, variables)
  const found = await findOrCreateConversation(number, { contactNumber: toNumber }, clock(), { agentId })
  const conversation = await startSession(found, agentId)
  const content = outboundContent({ type: 'template', template: { name, language, variables } })
  const message = await dispatchMessage({ conversation, number }, { id, role: 'assistant', content }, clock)
  const facts = { organizationId, agentId, conversationId: conversation.id, messageId: message.id }
  log('trigger.fired', { ...facts, triggerId: trigger.id })
  return { conversationId: conversation.id, messageId: message.id }
}

/** The provider tells how many variables a template takes; how they are given shows here. */
function requireFitting({ parameterFormat }: SendableTemplate, variables: TriggerInput['variables']): void {
  if (Object.keys(variables).length === 0) return
  if (parameterFormat === 'POSITIONAL' && !Array.isArray(variables))
    throw invalidField('variables', 'must be an array: the template is POSITIONAL')
  if (parameterFormat === 'NAMED' && Array.isArray(variables))
    throw invalidField('variables', 'must be an object: the template is NAMED')
}
