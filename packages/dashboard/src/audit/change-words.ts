import type { AuditObject } from '@messaging/contract/audit.ts'
import type { AuditEntry } from '@messaging/contract/dashboard/audit-log.ts'
import { ROLE_NAMES } from '../ui/role-texts.ts'

type Change = AuditEntry['changes'][number]

/** The labels of fields, as the pages of the objects show them. */
const LABELS: Partial<Record<AuditObject, Readonly<Record<string, string>>>> = {
  webhook: { name: 'Name', url: 'URL', events: 'Events', numbers: 'Numbers' },
  number: { defaultRouting: 'Default routing', activeAgent: 'Agent', defaultWebhook: 'Endpoint' },
  member: { role: 'Role' },
  organization: {
    name: 'Name',
    messageDays: 'Days to keep messages',
    deliveryDays: 'Days to keep deliveries',
    limitUsd: 'Monthly limit of agents in USD',
  },
}

/** The names of values that are words of the API. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: ROLE_NAMES,
  defaultRouting: { agent: 'Agent', webhook: 'Endpoint' },
  numbers: { all: 'All numbers, including new ones' },
}

/** Returns the label of a field. */
export function fieldLabel(object: AuditObject, field: string): string {
  return LABELS[object]?.[field] ?? field
}

/** Returns a change of a value as a sentence: `Name: “Orders” → “Orders EU”`. */
export function changeText(object: AuditObject, { field, before, after }: Change): string {
  const quoted = (value: string | null) => (value === null ? 'none' : `“${VALUE_NAMES[field]?.[value] ?? value}”`)
  return `${fieldLabel(object, field)}: ${quoted(before)} → ${quoted(after)}`
}
