import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
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
  /** A repeat with the same key returns the first call's response and sends nothing. */
  readonly idempotencyKey: string | undefined
}

/**
 * `POST /triggers/{id}/`: sends the trigger's template to a customer as its agent. The agent answers the conversation
 * from then on.
 * @throws ServiceError 401 and 403 as `authorizeTrigger`, 409 as `templateToSend`; 400 for a number of another
 * organisation and for variables that do not match the template
 */
export async function fireTrigger(call: TriggerCall, clock: Clock): Promise<TriggeredMessage> {
  const open = await authorizeTrigger(call.id, call.secret)
  const { organizationId, trigger } = open
  addFacts({ organizationId })
  const { input, idempotencyKey } = call
  if (idempotencyKey === undefined) return await send(open, input, newId(), clock)
  return await runOnce(
    // Separates these keys from those of the organisation's other requests: a trigger's secret gives no access to them.
    { organizationId, key: `trigger:${trigger.id}:${idempotencyKey}`, content: stringifyExactJson(input) },
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
  // The list can be older than the number's routing.
  const { phoneNumberId } = chooseNumber(numbers, { toNumber, fromNumber, agentId })
  const number = await getNumberByProviderId(organizationId, phoneNumberId)
  const template = await templateToSend(number, trigger)
  const { name, language } = template
  requireMatchingFormat(template, variables)
  const found = await findOrCreateConversation(number, { contactNumber: toNumber }, clock(), { agentId })
  const conversation = await startSession(found, agentId)
  const content = outboundContent({ type: 'template', template: { name, language, variables } })
  const message = await dispatchMessage({ conversation, number }, { id, role: 'assistant', content }, clock)
  const facts = { organizationId, agentId, conversationId: conversation.id, messageId: message.id }
  log('trigger.fired', { ...facts, triggerId: trigger.id })
  return { conversationId: conversation.id, messageId: message.id }
}

/** Checks the format of the variables. The provider checks their number. */
function requireMatchingFormat({ parameterFormat }: SendableTemplate, variables: TriggerInput['variables']): void {
  if (Object.keys(variables).length === 0) return
  if (parameterFormat === 'POSITIONAL' && !Array.isArray(variables))
    throw invalidField('variables', 'must be an array: the template is POSITIONAL')
  if (parameterFormat === 'NAMED' && Array.isArray(variables))
    throw invalidField('variables', 'must be an object: the template is NAMED')
}
