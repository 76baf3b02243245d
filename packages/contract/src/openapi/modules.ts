import * as v from 'valibot'
import * as accounts from '../accounts.ts'
import * as agentVersions from '../agent-versions.ts'
import * as agents from '../agents.ts'
import * as agentFiles from '../agents-files.ts'
import * as agentSubResources from '../agents-sub-resources.ts'
import * as auditLog from '../audit-log.ts'
import * as control from '../control.ts'
import * as conversations from '../conversations.ts'
import * as customerNames from '../customer-names.ts'
import * as customers from '../customers.ts'
import * as toolCalls from '../dashboard/tool-calls.ts'
import * as envelope from '../envelope.ts'
import * as envelopeContent from '../envelope-content.ts'
import * as errors from '../errors.ts'
import * as examDrop from '../exam-drop.ts'
import * as exams from '../exams.ts'
import * as interactiveObjects from '../interactive-objects.ts'
import * as linkSessions from '../link-sessions.ts'
import * as mcpConnectors from '../mcp-connectors.ts'
import * as me from '../me.ts'
import * as messageObjects from '../message-objects.ts'
import * as messages from '../messages.ts'
import * as numberHealth from '../number-health.ts'
import * as phoneNumbers from '../phone-numbers.ts'
import * as pricing from '../pricing.ts'
import * as proofs from '../proofs.ts'
import * as referral from '../referral.ts'
import * as replays from '../replays.ts'
import * as service from '../service.ts'
import * as shareOf from '../share-of.ts'
import * as takeover from '../takeover.ts'
import * as templates from '../templates.ts'
import * as testRuns from '../test-runs.ts'
import * as trials from '../trials.ts'
import * as triggers from '../triggers.ts'
import * as deliveries from '../webhook-deliveries.ts'
import * as webhooks from '../webhooks.ts'

/** Modules whose exported schemas are named in the OpenAPI document after their constants. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  accounts,
  agents,
  agentFiles,
  agentSubResources,
  agentVersions,
  auditLog,
  control,
  conversations,
  customers,
  customerNames,
  envelope,
  envelopeContent,
  errors,
  examDrop,
  exams,
  interactiveObjects,
  linkSessions,
  mcpConnectors,
  messages,
  messageObjects,
  numberHealth,
  phoneNumbers,
  pricing,
  proofs,
  referral,
  shareOf,
  takeover,
  templates,
  testRuns,
  trials,
  toolCalls,
  triggers,
  deliveries,
  replays,
  webhooks,
  me,
  service,
]

/** Returns the schemas named after constants: objects, unions, variants, picklists. Of equal names, the first counts. */
export function namedSchemas(): Map<v.GenericSchema, string> {
  const named = new Map<v.GenericSchema, string>()
  const taken = new Set<string>()
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!/^[A-Z][a-z]/.test(name) || !isNameable(value) || taken.has(name) || named.has(value)) continue
    named.set(value, name)
    taken.add(name)
  }
  return named
}

function isNameable(value: unknown): value is v.GenericSchema {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  if ('entries' in value) return Object.keys(Object(value.entries)).length > 0
  return ['picklist', 'union', 'variant'].includes(String(value.type))
}

/** Returns the name of a page: the name of its items followed by `Page`. */
export function pageName(response: v.GenericSchema, named: ReadonlyMap<v.GenericSchema, string>): string | undefined {
  const page = v.safeParse(PageSchema, response)
  const item = page.success ? named.get(page.output.entries.results.item) : undefined
  return item && `${item}Page`
}

const PageSchema = v.looseObject({
  entries: v.looseObject({
    next: v.unknown(),
    results: v.looseObject({ type: v.literal('array'), item: v.custom<v.GenericSchema>((item) => item !== undefined) }),
  }),
})
