import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import type { TriggeredMessage, TriggerInput } from '@messaging/contract/triggers.ts'
import { validate as isUuid } from 'uuid'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { findAgent, openAgent } from '../../agents/find-agent.ts'
import { TriggerEntity } from '../../agents/trigger-entity.ts'
import { getNumberByProviderId, listNumbers } from '../../channel/numbers/find-number.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { equalInConstantTime } from '../../channel/provider/authenticity.ts'
import { ProviderTemplateEntity } from '../../channel/templates/provider-template-entity.ts'
import { TemplateEntity, type TemplateItem } from '../../channel/templates/template-entity.ts'
import { TemplateLinkEntity } from '../../channel/templates/template-link-entity.ts'
import { chooseNumber } from '../../conversations/choose-number.ts'
import { findOrCreateConversation } from '../../conversations/find-or-create.ts'
import { dispatchMessage } from '../../conversations/messages/dispatch-message.ts'
import { outboundContent } from '../../conversations/messages/outbound-content.ts'
import { startSession } from '../../conversations/start-session.ts'
import { type Clock, newId } from '../../platform/clock.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { runOnce } from '../../platform/idempotency/idempotency.ts'
import { log } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'

interface TriggerCall {
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

interface OpenTrigger {
  readonly organizationId: string
  readonly agentId: string
  readonly trigger: AgentSettings['outboundTriggers'][number]
}

/**
 * Returns the trigger with this id and secret. An unknown id has the same error as a wrong secret, so that callers
 * cannot find out which ids exist.
 * @throws ServiceError 401 for an unknown id or a wrong secret; 403 for a disabled trigger
 */
async function authorizeTrigger(id: string, secret: string | undefined): Promise<OpenTrigger> {
  const found = secret ? await findTrigger(id) : undefined
  if (!found || !secret || !equalInConstantTime(secret, found.trigger.secret))
    throw new ServiceError(
      'authentication_failed',
      'Unknown trigger or wrong secret. Send the secret of the trigger in the X-Trigger-Secret header.',
    )
  if (!found.trigger.enabled)
    throw new ServiceError('permission_denied', 'The trigger is disabled. Enable it in the settings of its agent.')
  return found
}

async function findTrigger(id: string): Promise<OpenTrigger | undefined> {
  if (!isUuid(id)) return undefined
  const { data: owner } = await TriggerEntity.get({ id }).go({ consistent: true })
  const agent = owner && (await findAgent(owner.organizationId, owner.agentId))
  if (!agent) return undefined
  const { settings } = await openAgent(agent)
  const trigger = settings.outboundTriggers.find((one) => one.id === id)
  return trigger && { organizationId: owner.organizationId, agentId: owner.agentId, trigger }
}

/** A template in the provider's terms. */
interface SendableTemplate {
  readonly name: string
  readonly language: string
  readonly parameterFormat: TemplateItem['parameterFormat']
}

/**
 * Returns a trigger's template as it can be sent from a number now. A sandbox number has no published templates, so it
 * accepts a draft.
 * @throws ServiceError 409 with what to do: the template was deleted, has another name than the trigger expects, or is
 * not published and approved on the number's account
 */
async function templateToSend(
  { organizationId, sandbox, accountId = '' }: Pick<NumberItem, 'organizationId' | 'sandbox' | 'accountId'>,
  { templateId, templateName }: { readonly templateId: string; readonly templateName: string },
): Promise<SendableTemplate> {
  const { template, link } = isUuid(templateId) ? await readTemplate(organizationId, templateId, accountId) : {}
  if (!template)
    throw conflict(
      `Template ${templateId} does not exist. Set the trigger to a template of GET /api/v1/msg-templates/.`,
    )
  if (template.name !== templateName)
    throw conflict(
      `Template ${templateId} has the name ${template.name}, but the trigger expects ${templateName}. Correct the trigger.`,
    )
  const { name, language, parameterFormat } = template
  if (sandbox) return { name, language, parameterFormat }
  if (!link?.providerTemplateId)
    throw conflict(
      `Template ${name} is not published on account ${accountId}. Publish it: PUT /api/v1/msg-templates/${templateId}/publish/.`,
    )
  const { providerTemplateId } = link
  const { data: upstream } = await ProviderTemplateEntity.get({ providerTemplateId }).go({ consistent: true })
  const status = upstream?.status ?? 'PENDING'
  if (status !== 'APPROVED')
    throw conflict(`Template ${name} is ${status} on account ${accountId}. Wait until the provider has approved it.`)
  return { name: link.name, language: link.language, parameterFormat }
}

async function readTemplate(organizationId: string, id: string, accountId: string) {
  const [{ data: template }, { data: link }] = await Promise.all([
    TemplateEntity.get({ organizationId, id }).go({ consistent: true }),
    TemplateLinkEntity.get({ organizationId, templateId: id, accountId }).go({ consistent: true }),
  ])
  return { template, link }
}

function conflict(message: string): ServiceError {
  return new ServiceError('conflict', message)
}
