import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { TriggeredMessage, TriggerInput } from '@replywright/contract/triggers.ts'
import { validate as isUuid } from 'uuid'
import type { AgentSettings } from '../agents/agent-settings.ts'
import { findAgent, openAgent } from '../agents/find-agent.ts'
import { TriggerEntity } from '../agents/trigger-entity.ts'
import { findRestriction, requireUnrestricted } from '../channel/numbers/health.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { getNumberByProviderId, listNumbers } from '../channel/numbers/numbers.ts'
import {
  ProviderTemplateEntity,
  TemplateEntity,
  TemplateLinkEntity,
} from '../channel/provider/templates/template-entity.ts'
import { chooseNumber } from '../conversations/choose-number.ts'
import { namesToReach } from '../conversations/customers/find-by-key.ts'
import { findByContact, findOrCreateConversation } from '../conversations/customers/resolve.ts'
import { markHumanNeeded } from '../conversations/human-needed.ts'
import { dispatchMessage, prepareContent } from '../conversations/messages/dispatch-message.ts'
import { outboundContent } from '../conversations/messages/send-message.ts'
import { requireMarketing } from '../conversations/opt-out.ts'
import { startSession } from '../conversations/start-session.ts'
import { type Clock, newId } from '../platform/clock.ts'
import { conflict, ServiceError } from '../platform/errors.ts'
import { runOnce } from '../platform/idempotency/idempotency.ts'
import { addFacts, log } from '../platform/log/log.ts'
import { limitPerMinute, rejectLimited } from '../platform/quotas/limit-per-minute.ts'
import { equalInConstantTime } from '../platform/secrets/equal-in-constant-time.ts'
import { settings } from '../platform/settings.ts'
import { ShortCache } from '../platform/short-cache.ts'
import { givenMemory, storeGiven } from './memory/memory.ts'
import { memoryOwners } from './memory/memory-store.ts'

interface TriggerCall {
  readonly input: TriggerInput
  /** A repeat with the same key returns the first call's response and sends nothing. */
  readonly idempotencyKey: string | undefined
  /** Called for such a repeat. */
  readonly onRepeat?: () => void
}

/**
 * `POST /triggers/{id}/`: sends the trigger's template to a customer as its agent. The agent answers the conversation
 * from then on.
 */
export async function fireTrigger(
  open: OpenTrigger,
  { input, idempotencyKey, onRepeat }: TriggerCall,
  clock: Clock,
): Promise<TriggeredMessage> {
  const { organizationId, trigger } = open
  if (idempotencyKey === undefined) return await send(open, input, newId(), clock)
  return await runOnce(
    // Separates these keys from those of the organisation's other requests: a trigger's secret gives no access to them.
    { organizationId, key: `trigger:${trigger.id}:${idempotencyKey}`, content: stringifyExactJson(input) },
    clock(),
    { run: (id) => send(open, input, id, clock), ...(onRepeat && { onRepeat }) },
  )
}

async function send(
  { organizationId, agentId, trigger, memoryKeys }: OpenTrigger,
  { toNumber, fromNumber, variables, components, memory = {} }: TriggerInput,
  id: string,
  clock: Clock,
): Promise<TriggeredMessage> {
  const given = givenMemory({ memoryKeys }, memory, 'memory')
  const numbers = await listNumbers(organizationId)
  // The list can be older than the number's routing.
  const { phoneNumberId } = chooseNumber(numbers, { toNumber, fromNumber, agentId })
  const number = await getNumberByProviderId(organizationId, phoneNumberId)
  const names = await namesToReach(organizationId, toNumber)
  await holdRestricted(number, { toNumber, originId: id }, clock())
  const { name, language } = await templateToSend(number, trigger)
  const content = await prepareContent(
    number,
    outboundContent({ type: 'template', template: { name, variables, components } }, language),
    clock(),
    (path) => path.replace('template.', ''),
  )
  // Before a conversation is created. The message is checked again, also under the customer's user id.
  if (content.isMarketing) await requireMarketing(organizationId, names)
  const found = await findOrCreateConversation(number, names, clock(), { agentId })
  const conversation = await startSession(found, agentId, clock())
  const chat = { conversation, number }
  await storeGiven({ organizationId, agentId }, memoryOwners(chat), given, clock())
  const message = await dispatchMessage(chat, { id, role: 'assistant', agentId, content }, clock)
  const facts = { organizationId, agentId, conversationId: conversation.id, messageId: message.id }
  log('trigger.fired', { ...facts, triggerId: trigger.id })
  return { conversationId: conversation.id, messageId: message.id }
}

/**
 * Holds a trigger whose template the provider would refuse. A customer who has a conversation waits for a person then,
 * once for a restriction.
 */
async function holdRestricted(
  number: NumberItem,
  { toNumber, originId }: { readonly toNumber: string; readonly originId: string },
  now: EpochMs,
): Promise<void> {
  const problem = findRestriction(number, 'initiated', now)
  if (!problem) return
  const conversation = await findByContact(number, { contactNumber: toNumber })
  const reason = `The messaging provider restricts the number (${problem.code}). ${problem.text}`
  if (conversation) await markHumanNeeded(conversation, { originId, reason, cause: 'provider' }, now)
  requireUnrestricted(number, { template: true }, now)
}

interface OpenTrigger extends Pick<AgentSettings, 'memoryKeys'> {
  readonly organizationId: string
  readonly agentId: string
  readonly trigger: AgentSettings['outboundTriggers'][number]
}

interface Accepted {
  readonly secret: string
  /** The subject of the limit: all triggers of the organisation share it. */
  readonly subject: string
}

/** Accepted calls by trigger, so that further calls above the limit are rejected without a read. */
const acceptedCalls = new ShortCache<Accepted>(60_000)

/**
 * Returns the trigger with this id and secret. An unknown id has the same error as a wrong secret, so that callers
 * cannot find out which ids exist. Counts the call for the organisation, before anything is done for it.
 * @throws ServiceError 401 for an unknown id or a wrong secret; 403 for a disabled trigger; RateLimitError above the
 * organisation's limit
 */
export async function authorizeTrigger(id: string, secret: string | undefined, now: EpochMs): Promise<OpenTrigger> {
  const accepted = acceptedCalls.get(id, now)
  // Others who know the id cannot find out that the trigger exists.
  if (accepted && secret && equalInConstantTime(secret, accepted.secret)) rejectLimited(accepted.subject, now)
  const found = secret ? await findTrigger(id) : undefined
  if (!found || !secret || !equalInConstantTime(secret, found.trigger.secret))
    throw new ServiceError(
      'authentication_failed',
      'Unknown trigger or wrong secret. Send the secret of the trigger in the X-Trigger-Secret header.',
    )
  if (!found.trigger.enabled)
    throw new ServiceError('permission_denied', 'The trigger is disabled. Enable it in the settings of its agent.')
  addFacts({ organizationId: found.organizationId })
  const subject = `triggers#${found.organizationId}`
  acceptedCalls.set(id, { secret, subject }, now)
  await limitPerMinute(subject, 1, settings.TRIGGERS_PER_MINUTE, now)
  return found
}

async function findTrigger(id: string): Promise<OpenTrigger | undefined> {
  if (!isUuid(id)) return undefined
  const { data: owner } = await TriggerEntity.get({ id }).go({ consistent: true })
  const agent = owner && (await findAgent(owner.organizationId, owner.agentId))
  if (!agent) return undefined
  const { settings } = await openAgent(agent)
  const trigger = settings.outboundTriggers.find((one) => one.id === id)
  const { organizationId, agentId } = owner
  return trigger && { organizationId, agentId, trigger, memoryKeys: settings.memoryKeys }
}

/** Name and language of a template at the provider. */
interface SendableTemplate {
  readonly name: string
  readonly language: string
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
      'template_not_ready',
      `Template ${templateId} does not exist. Set the trigger to a template of GET /api/v1/msg-templates/.`,
    )
  if (template.name !== templateName)
    throw conflict(
      'template_not_ready',
      `Template ${templateId} has the name ${template.name}, but the trigger expects ${templateName}. Correct the trigger.`,
    )
  const { name, language } = template
  if (sandbox) return { name, language }
  if (!link?.providerTemplateId)
    throw conflict(
      'template_not_ready',
      `Template ${name} is not published on account ${accountId}. Publish it: PUT /api/v1/msg-templates/${templateId}/publish/.`,
    )
  const { providerTemplateId } = link
  const { data: upstream } = await ProviderTemplateEntity.get({ providerTemplateId }).go({ consistent: true })
  const status = upstream?.status ?? 'PENDING'
  if (status !== 'APPROVED')
    throw conflict(
      'template_not_ready',
      `Template ${name} is ${status} on account ${accountId}. Wait until the provider has approved it.`,
    )
  return { name: link.name, language: link.language }
}

async function readTemplate(organizationId: string, id: string, accountId: string) {
  const [{ data: template }, { data: link }] = await Promise.all([
    TemplateEntity.get({ organizationId, id }).go({ consistent: true }),
    TemplateLinkEntity.get({ organizationId, templateId: id, accountId }).go({ consistent: true }),
  ])
  return { template, link }
}
