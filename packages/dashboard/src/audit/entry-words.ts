import type { AuditAction, AuditObject } from '@replywright/contract/audit.ts'
import type { AuditEntry } from '@replywright/contract/audit-log.ts'
import { fieldWord } from '../agents/editor/sections.ts'
import { FIELD_LABELS } from '../templates/field-labels.ts'
import { ROLE_NAMES } from '../ui/role-texts.ts'

export const OBJECT_NAMES = {
  api_key: 'API key',
  webhook: 'endpoint',
  delivery: 'delivery',
  agent: 'agent',
  connector: 'connector',
  template: 'template',
  account: 'account',
  number: 'number',
  conversation: 'conversation',
  customer: 'customer’s data',
  member: 'member',
  organization: 'organisation',
  profile: 'profile',
  sign_in: 'sign-in',
  queue: 'queue',
  saved_reply: 'saved reply',
} satisfies Record<AuditObject, string>

const OUTCOME_HINTS = {
  failed: 'An internal error. The change may be incomplete.',
  interrupted: 'The operation did not report its end. The change may have been made.',
}

const ACTION_TEXTS = {
  create: (object: string) => `Created ${object}`,
  update: (object: string) => `Changed ${object}`,
  delete: (object: string) => `Deleted ${object}`,
  erase: (object: string) => `Erased the ${object}`,
  enable: (object: string) => `Enabled ${object}`,
  disable: (object: string) => `Disabled ${object}`,
  disable_automatically: (object: string) => `Automatically disabled ${object}`,
  merge: (object: string) => `Merged another one into ${object}`,
  undo_merge: (object: string) => `Undid the merge of ${object}`,
  merge_automatically: (object: string) => `Automatically merged another one into ${object}`,
  revoke: (object: string) => `Revoked ${object}`,
  reveal_secret: (object: string) => `Viewed the signing secret of ${object}`,
  rotate_secret: (object: string) => `Rotated the signing secret of ${object}`,
  route: (object: string) => `Changed the routing of ${object}`,
  share: (object: string) => `Shared ${object}`,
  unshare: (object: string) => `Stopped sharing ${object}`,
  accept_share: (object: string) => `Accepted the share of ${object}`,
  leave_share: (object: string) => `Left the share of ${object}`,
  send: (object: string) => `Sent a message in ${object}`,
  mark: (object: string) => `Marked the outcome of a message in ${object}`,
  take_over: (object: string) => `Took over ${object}`,
  change_control: (object: string) => `Changed who answers ${object}`,
  request_answer: (object: string) => `Let the agent answer in ${object}`,
  request_reading: (object: string) => `Had a website of ${object} read`,
  hand_back: (object: string) => `Handed back ${object}`,
  confirm: () => 'Completed a link session',
  read: (object: string) => `Viewed dead letters of ${object}`,
  reconcile: () => 'Sent lost work again',
  export: (object: string) => `Exported the ${object}`,
  upload: () => 'Uploaded document',
  set_picture: (object: string) => `Changed the picture of ${object}`,
  save_draft: (object: string) => `Saved a draft of ${object}`,
  discard_draft: (object: string) => `Discarded the draft of ${object}`,
  restore_version: (object: string) => `Restored a version of ${object}`,
  save_test: (object: string) => `Saved a test of ${object}`,
  delete_test: (object: string) => `Deleted a test of ${object}`,
  change_exam: (object: string) => `Changed the nightly exam of ${object}`,
  change_memory: (object: string) => `Changed the memory of ${object}`,
  erase_memory: (object: string) => `Erased memory of ${object}`,
  approve: (object: string) => `Approved the tools of ${object}`,
  publish: (object: string) => `Published ${object}`,
  unpublish: (object: string) => `Unpublished ${object}`,
  disconnect: (object: string) => `Disconnected ${object}`,
  connect: (object: string) => `Connected ${object}`,
  call_provider: (object: string) => `Called the provider for ${object}`,
  replay: (object: string) => `Replayed deliveries of ${object}`,
  cancel_replay: (object: string) => `Cancelled a replay of ${object}`,
  redrive: (object: string) => `Redrove dead letters of ${object}`,
  purge: (object: string) => `Deleted dead letters of ${object}`,
  invite: (object: string) => `Invited ${object}`,
  withdraw: (object: string) => `Withdrew the invitation of ${object}`,
  accept: (object: string) => `Accepted the invitation as ${object}`,
  decline: (object: string) => `Declined the invitation as ${object}`,
  change_role: (object: string) => `Changed the role of ${object}`,
  leave: (object: string) => `Left ${object}`,
  remove: (object: string) => `Removed ${object}`,
  grant_operator: (object: string) => `Gave operator access to ${object}`,
  revoke_operator: (object: string) => `Removed operator access of ${object}`,
  rename: (object: string) => `Renamed ${object}`,
  enable_mfa: () => 'Turned on two-factor authentication',
  disable_mfa: () => 'Turned off two-factor authentication',
  recover_mfa: () => 'Turned off two-factor authentication with a recovery code',
  replace_recovery_codes: () => 'Replaced the recovery codes',
  reset_password: () => 'Reset the password',
  sign_in: () => 'Signed in',
  set_password: () => 'Replaced the temporary password',
  sign_out: () => 'Ended a session',
  sign_out_everywhere: () => 'Signed out everywhere',
} satisfies Record<AuditAction, (object: string) => string>

const SHORT_ID_LENGTH = 8

/** Returns what an entry did, without the name of the object: `Created API key`. */
export function changeOf({ action, object, objectId, actor, outcome }: AuditEntry): string {
  if (action === 'replay' && object === 'delivery')
    return objectId === null ? 'Replayed deliveries' : 'Replayed delivery'
  // A reply is stored under its name, whether it is new or not.
  if (action === 'update' && object === 'saved_reply') return 'Saved a reply'
  // A sign-out has the user as its object, the end of another session has that session.
  if (action === 'sign_out' && objectId === actor.userId) return 'Signed out'
  if (action === 'sign_in' && outcome === 'refused') return 'Entered an incorrect code at sign-in'
  return ACTION_TEXTS[action](OBJECT_NAMES[object])
}

/** Names the objects of entries that have no name, such as deletions, as other entries of the page name them. */
export function withNames(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const names = new Map<string, string>()
  // The first entries are the newest ones. The name of an upload is that of the file.
  for (const { action, objectId, objectName } of entries.toReversed())
    if (objectId !== null && objectName !== null && action !== 'upload') names.set(objectId, objectName)
  return entries.map((entry) => ({ ...entry, objectName: entry.objectName ?? names.get(entry.objectId ?? '') ?? null }))
}

/** Returns the name of an entry's object, or its short id; undefined for settings of the user who changed them. */
export function objectNameOf({ object, objectName, objectId, actor }: AuditEntry): string | undefined {
  if ((object === 'sign_in' && actor.userId !== null) || object === 'profile') return undefined
  if (objectName !== null) return objectName
  return /^[0-9a-f-]{36}$/.test(objectId ?? '') ? objectId?.slice(0, SHORT_ID_LENGTH) : (objectId ?? undefined)
}

/** Returns who made a change. */
export function actorOf({ actor, action }: AuditEntry): string {
  const { userId, email, apiKeyName } = actor
  if (apiKeyName !== null) return `API key ${apiKeyName}`
  if (email !== null) return email
  if (action.endsWith('_automatically')) return 'Service'
  if (userId === null && action === 'confirm') return 'Visitor of the link'
  return userId === null ? 'Service operator' : 'User without an account'
}

/** Returns an explanation of an outcome. */
export function outcomeHint(outcome: Exclude<AuditEntry['outcome'], 'done'>, code: string | null): string {
  return outcome === 'refused' ? `Nothing was changed (${code ?? ''}).` : OUTCOME_HINTS[outcome]
}

/** Actions whose name does not say which fields they changed. */
const CHANGING: readonly AuditAction[] = ['update', 'save_draft', 'route', 'rename', 'change_role']

/** Returns the labels of the fields that a request contained, if they say more than its action. */
export function fieldsOf({ action, object, fields }: Pick<AuditEntry, 'action' | 'object' | 'fields'>): string {
  return CHANGING.includes(action) ? fields.map((field) => fieldLabel(object, field)).join(', ') : ''
}

type Change = AuditEntry['changes'][number]

/** The labels of fields, as the pages of the objects show them. Those of agents are in their editor. */
const LABELS: Partial<Record<AuditObject, Readonly<Record<string, string>>>> = {
  webhook: { name: 'Name', url: 'URL', events: 'Events', numbers: 'Numbers', headers: 'Headers' },
  connector: { name: 'Name', url: 'URL', headers: 'Headers' },
  template: FIELD_LABELS,
  account: { agentId: 'Agent', phoneNumberId: 'Number' },
  number: {
    ...{ defaultRouting: 'Default routing', activeAgent: 'Agent', defaultWebhook: 'Endpoint' },
    ...{ agentId: 'Agent', webhookId: 'Endpoint', applyToExisting: 'Existing conversations' },
  },
  conversation: { mode: 'Routing', webhookId: 'Endpoint', agentId: 'Agent' },
  customer: { name: 'Name', optedOut: 'Marketing', memory: 'Memory' },
  member: { role: 'Role', revokeApiKeys: 'API keys' },
  organization: {
    name: 'Name',
    messageDays: 'Days to keep messages',
    deliveryDays: 'Days to keep deliveries',
    limitUsd: 'Monthly limit of agents in USD',
    requiresProof: 'Drafts require a proof',
  },
  profile: { name: 'Name', phoneNumber: 'Phone number' },
  saved_reply: { name: 'Name', text: 'Text' },
}

/** The names of values that are words of the API. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: ROLE_NAMES,
  defaultRouting: { agent: 'Agent', webhook: 'Endpoint' },
  numbers: { all: 'All numbers, including new ones' },
  requiresProof: { true: 'Yes', false: 'No' },
}

/** Returns the label of a field. */
export function fieldLabel(object: AuditObject, field: string): string {
  return object === 'agent' ? fieldWord(field) : (LABELS[object]?.[field] ?? field)
}

/** Returns a change of a value as a sentence: `Name: “Orders” → “Orders EU”`. */
export function changeText(object: AuditObject, { field, before, after }: Change): string {
  const quoted = (value: string | null) => (value === null ? 'none' : `“${VALUE_NAMES[field]?.[value] ?? value}”`)
  return `${fieldLabel(object, field)}: ${quoted(before)} → ${quoted(after)}`
}
