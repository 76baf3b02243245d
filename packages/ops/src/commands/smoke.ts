import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sign } from '@replywright/contract/delivery-headers.ts'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { createAgent, deleteAgent, listAgents } from '@replywright/core/agents/agents.ts'
import {
  connectAsCustomer,
  findSandbox,
  getAnswer,
  sendAsCustomer,
} from '@replywright/core/answering/sandbox/trials.ts'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
} from '@replywright/core/channel/provider/templates/templates.ts'
import { sendMessage } from '@replywright/core/conversations/messages/send-message.ts'
import { getDelivery } from '@replywright/core/deliveries/get-delivery.ts'
import { listDeliveries } from '@replywright/core/deliveries/list-deliveries.ts'
import { listWebhooks } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { createWebhook, deleteWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { ensureOwnOrganization } from '@replywright/core/people/organizations/organizations.ts'
import { type Clock, newId } from '@replywright/core/platform/clock.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import type { Input, Session } from '../command.ts'
import { explain } from '../explain.ts'
import type { Report } from '../report.ts'
import { exportCredentials } from '../target.ts'

const NAME = 'Smoke test'
/** Longer than a run takes. What is older was left by a run that was killed. */
const LEFT_AFTER_MILLISECONDS = 3_600_000
const TEXT = 'Answer with the word smoke.'
const POLL_MILLISECONDS = 300
/** A delivery takes two seconds, five after an idle period. */
const DELIVERY_LIMIT_MILLISECONDS = 60_000
/** Longer than the retries of a failed call of the model. */
const ANSWER_LIMIT_MILLISECONDS = 180_000

interface Step {
  readonly step: string
  readonly milliseconds: Ms
  /** Why it failed. */
  readonly problem?: string
}

type MessageItem = Awaited<ReturnType<typeof sendAsCustomer>>

interface Setting {
  readonly caller: Caller
  readonly organizationId: string
  readonly agentId: string
  readonly secret: string
  readonly customer: { readonly from: string; readonly name: string }
}

/**
 * Sends one message through the deployed service, and reports each step with its time. All runs use one organisation, whose messages
 * expire after a day. Deletes the agent, the webhook and the template that it created, also after Ctrl-C.
 */
export async function smoke({ model }: Input, session: Session): Promise<Report> {
  const { outputs } = session
  const { IngressUrl } = outputs
  if (!IngressUrl) throw new Error('The output IngressUrl is missing: the stack Messaging does not exist.')
  await session.confirm('Send a message through the service as the organisation "Smoke test"? A model answers it.')
  await exportCredentials()
  const interrupted = session.interrupted()
  /** The steps end at the first reading after Ctrl-C. */
  const clock = () => {
    interrupted.throwIfAborted()
    return session.clock()
  }
  const steps: Step[] = []
  let caller: Caller | undefined
  try {
    const setting = await timed(steps, 'set up', session.clock, async () => {
      caller = await findCaller(clock())
      await removeMade(caller, clock(), clock() - LEFT_AFTER_MILLISECONDS)
      return await prepare(caller, IngressUrl, model, clock)
    })
    const message = await timed(steps, 'message', session.clock, () => converse(setting, clock))
    await timed(steps, 'delivery', session.clock, () => checkDelivery(setting, message, clock))
    await timed(steps, 'answer', session.clock, () => checkAnswer(message, clock))
    await timed(steps, 'template', session.clock, () => checkTemplate(setting, message, clock))
  } catch {
    // The step has the problem.
  }
  const found = caller
  if (found)
    await timed(steps, 'removal', session.clock, () => removeMade(found, session.clock(), session.clock())).catch(
      () => {},
    )
  return reportOf(steps)
}

/** Runs a step, and records its time or its problem. */
async function timed<Result>(steps: Step[], step: string, clock: Clock, work: () => Promise<Result>): Promise<Result> {
  const start = clock()
  try {
    const result = await work()
    steps.push({ step, milliseconds: clock() - start })
    return result
  } catch (error) {
    steps.push({ step, milliseconds: clock() - start, problem: explain(error, undefined) })
    throw error
  }
}

async function findCaller(now: EpochMs): Promise<Caller> {
  const owner = await ensureOwnOrganization(NAME, now)
  return { ...owner, role: 'admin', permission: 'full', groups: [] }
}

/** Deletes agents, webhooks and templates of the organisation that were created until `until`. Reads them by their keys. */
async function removeMade(caller: Caller, now: EpochMs, until: EpochMs): Promise<void> {
  const { organizationId } = caller
  const isMade = ({ createdAt }: { readonly createdAt: string | number }) => new Date(createdAt).getTime() <= until
  const [webhooks, { results: agents }, templates] = await Promise.all([
    listWebhooks(organizationId),
    listAgents(caller, { limit: 100, offset: 0 }),
    listTemplates(organizationId, { limit: 100, offset: 0 }),
  ])
  for (const { id } of webhooks.filter(isMade)) await deleteWebhook(organizationId, id, now)
  for (const { id } of agents.filter(isMade)) await deleteAgent(caller, id)
  for (const { id } of templates.filter(isMade)) await deleteTemplate(organizationId, id)
}

async function prepare(
  caller: Caller,
  ingressUrl: string,
  llmModel: string | undefined,
  clock: Clock,
): Promise<Setting> {
  const { organizationId } = caller
  const url = new URL(ingressUrl)
  url.searchParams.set('smoke', organizationId)
  const sandbox = await findSandbox(organizationId)
  const phoneNumberIds = sandbox ? [sandbox.phoneNumberId] : []
  const webhook = { name: NAME, url: url.href, events: ['message.received' as const], phoneNumberIds }
  const { secret } = await createWebhook(caller, webhook, clock(), newId())
  const agent = { name: NAME, systemPrompt: 'Answer in one word.', ...(llmModel && { llmModel }) }
  const { id: agentId } = await createAgent(caller, newId(), agent, clock())
  // A new customer for each run, with an unassigned calling code.
  const customer = { from: `888${randomInt(1e8, 1e9)}`, name: NAME }
  return { caller, organizationId, agentId, secret, customer }
}

async function converse({ organizationId, agentId, customer }: Setting, clock: Clock): Promise<MessageItem> {
  await connectAsCustomer(organizationId, customer, agentId, clock())
  return await sendAsCustomer(organizationId, { ...customer, text: TEXT }, clock())
}

/** @throws Error if the message was not delivered in time, or with a wrong signature */
async function checkDelivery({ organizationId, secret }: Setting, { id }: MessageItem, clock: Clock) {
  await until(DELIVERY_LIMIT_MILLISECONDS, clock, 'no delivery arrived: see the log of deliver', async () => {
    const query = { messageId: id, status: 'delivered' as const, limit: 1 }
    const { items } = await listDeliveries(organizationId, query, clock())
    const [delivered] = items
    if (!delivered) return false
    const { delivery, payload } = await getDelivery(organizationId, delivered.id, clock())
    const received = delivery.attempts?.at(-1)?.body ?? ''
    const [, seconds = ''] = /^t=(\d+),/.exec(received) ?? []
    if (received !== sign(payload, secret, Number(seconds)))
      throw new Error('the delivery arrived without the signature of its payload')
    return true
  })
}

/** @throws Error if the agent did not answer in time */
async function checkAnswer(message: MessageItem, clock: Clock) {
  await until(ANSWER_LIMIT_MILLISECONDS, clock, 'the agent did not answer: npm run ops -- model check', async () => {
    const { failed, over, messages } = await getAnswer(message)
    if (failed) throw new Error('the calls of the model failed: npm run ops -- model check')
    return over && messages.length > 0
  })
}

/** @throws Error unless a template without the values of its variables is refused */
async function checkTemplate({ caller, organizationId }: Setting, { conversationId }: MessageItem, clock: Clock) {
  const name = `smoke_test_${newId().slice(0, 8)}`
  const components = [{ type: 'BODY', text: 'Hello {{1}}.', example: { body_text: [['Ada']] } }]
  const texts = { language: 'en', parameterFormat: 'POSITIONAL', components } as const
  const draft = { name, category: 'UTILITY', ...texts, messageSendTtlSeconds: null, libraryTemplate: null } as const
  await createTemplate(organizationId, newId(), draft, clock())
  const input = { type: 'template' as const, template: { name, language: 'en', variables: [] } }
  try {
    await sendMessage(caller, { conversationId, messageId: newId(), input }, clock)
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400) return
    throw error
  }
  throw new Error('a template without the values of its variables was sent')
}

async function until(limit: Ms, clock: Clock, otherwise: string, isDone: () => Promise<boolean>) {
  const end = clock() + limit
  while (!(await isDone())) {
    if (clock() > end) throw new Error(otherwise)
    await setTimeout(POLL_MILLISECONDS)
  }
}

function reportOf(steps: readonly Step[]): Report {
  const failed = steps.some(({ problem }) => problem !== undefined)
  return {
    failed,
    json: steps.map(({ step, milliseconds, problem = null }) => ({ step, milliseconds, problem })),
    lines: ({ paint }) =>
      steps.map(({ step, milliseconds, problem }) =>
        problem === undefined
          ? `${paint('green', 'ok')}     ${step.padEnd(9)}  ${milliseconds} ms`
          : `${paint('red', 'FAILS')}  ${step.padEnd(9)}  ${problem}`,
      ),
  }
}
