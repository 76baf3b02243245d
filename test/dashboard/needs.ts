import type { endpoints } from '@replywright/contract/endpoints.ts'
import type { Role } from '@replywright/contract/roles.ts'

/**
 * What an operation needs. It is written down here and not derived from the contract, so that a change of the contract
 * that gives rights away fails.
 * `public`: no caller. `read`: a member of the organisation. `own`: a signed-in user, for what is theirs alone.
 * `adminKey`: as `read`, and only for a key of an admin. `write`: the role member. `admin`: the role admin. `operator`: operator
 * access. `write` and `admin` also need a key with full permission, if it is a key that calls. A key is no user and no operator.
 */
export type Need = 'public' | 'read' | 'adminKey' | 'own' | 'write' | 'admin' | 'operator'

/** Who calls: a user by a session, or by an API key with a permission. */
export interface Who {
  readonly role: Role
  readonly by: 'session' | 'key'
  readonly permission: 'full' | 'read'
}

/** Returns whether the caller may do what needs `need`. Operators are not among these callers. */
export function mayDo(need: Need, { role, by, permission }: Who): boolean {
  switch (need) {
    case 'public':
    case 'read':
      return true
    case 'adminKey':
      return by === 'session' || role === 'admin'
    case 'own':
      return by === 'session'
    case 'write':
      return permission === 'full' && role !== 'viewer'
    case 'admin':
      return permission === 'full' && role === 'admin'
    case 'operator':
      return false
  }
}

/** The least role that reads the secrets in the response of an operation. A key needs full permission, too. */
export const SECRETS = {
  'agents/get': 'member',
  'mcp-connectors/get': 'member',
  'msg-link-sessions/get': 'admin',
} as const satisfies Partial<Record<keyof typeof endpoints, Role>>

export const API_NEEDS = {
  public: [
    'media/get',
    'link/page',
    'link/return',
    'link/confirm',
    'triggers/fire',
    'health/get',
    'openapi/document',
    'openapi/reference',
    'openapi/markdown',
    'openapi/index',
    'openapi/guide',
    'openapi/root',
  ],
  read: [
    'agents/list',
    'agents/get',
    'agents/list-versions',
    'agents/get-version',
    'trials/get',
    'test-runs/list',
    'proofs/list',
    'proofs/get',
    'exams/get',
    'mcp-connectors/list',
    'mcp-connectors/get',
    'conversations/list',
    'conversations/get',
    'conversations/list-messages',
    'customers/get',
    'customers/preview-merge',
    'customers/export',
    'mcp/call',
    'msg-accounts/list',
    'msg-accounts/get',
    'msg-accounts/proxy-get',
    'available-numbers/list',
    'phone-numbers/list',
    'phone-numbers/get',
    'msg-link-sessions/list',
    'msg-link-sessions/get',
    'msg-templates/list',
    'msg-templates/get',
    'webhooks/list',
    'webhooks/get',
    'webhooks/get-replay',
    'webhook-deliveries/list',
    'webhook-deliveries/get',
    'usage/get',
    'me/get',
  ],
  write: [
    'agents/create',
    'agents/replace',
    'agents/update',
    'agents/delete',
    'agents/save-draft',
    'agents/delete-draft',
    'agents/publish-draft',
    'agents/restore-version',
    'agents/share',
    'agents/unshare',
    'agents/upload-document',
    'agents/set-picture',
    'agents/read-website',
    'trials/create',
    'trials/delete',
    'test-runs/create',
    'proofs/create',
    'proofs/stop',
    'exams/replace',
    'exams/run',
    'mcp-connectors/create',
    'mcp-connectors/replace',
    'mcp-connectors/delete',
    'conversations/create',
    'conversations/subscribe',
    'conversations/unsubscribe',
    'conversations/routing',
    'conversations/takeover',
    'conversations/handback',
    'conversations/control',
    'conversations/send-message',
    'customers/update',
    'msg-accounts/proxy-post',
    'msg-accounts/proxy-put',
    'msg-accounts/proxy-patch',
    'msg-accounts/proxy-delete',
    'msg-templates/create',
    'msg-templates/replace',
    'msg-templates/update',
    'msg-templates/delete',
    'msg-templates/publish',
    'msg-templates/unpublish',
    'msg-templates/unpublish-by-post',
    'msg-templates/unpublish-by-delete',
    'webhooks/disable',
    'webhooks/enable',
    'webhooks/send-test-event',
    'webhook-deliveries/replay',
    'webhook-deliveries/replay-failed',
  ],
  adminKey: ['audit/list'],
  admin: [
    'customers/erase',
    'customers/merge',
    'customers/undo-merge',
    'msg-accounts/add-number',
    'msg-accounts/deploy-agent',
    'phone-numbers/disconnect',
    'phone-numbers/subscribe',
    'phone-numbers/connect-agent',
    'phone-numbers/unsubscribe',
    'msg-link-sessions/create',
    'webhooks/update',
  ],
} as const satisfies Partial<Record<Need, readonly string[]>>

export const DASHBOARD_NEEDS = {
  read: [
    'overview/get',
    'overview/handling',
    'overview/first-steps',
    'usage/get-limit',
    'webhooks/get-statistics',
    'replays/count',
    'replays/list',
    'webhook-deliveries/list',
    'api-keys/list',
    'api-requests/list',
    'audit-log/export',
    'members/list',
    'profile/list-sessions',
    'organization/get-retention',
    'organization/get-proof-rule',
    'models/list',
    'link-sessions/list',
    'template-links/list',
    'agents/list-shares',
    'agents/get-usage',
    'agents/get-text',
    'agents/list-tests',
    'conversations/inbox',
    'conversations/details',
    'conversations/changes',
    'conversations/waiting',
    'conversations/waiting-mail',
    'conversations/thread',
    'conversations/trace',
    'conversations/get-memory',
    'saved-replies/list',
  ],
  own: [
    'overview/dismiss-first-steps',
    'usage/change-mail',
    'invitations/accept',
    'invitations/decline',
    'shares/accept',
    'shares/leave',
    'profile/update',
    'profile/end-session',
    'profile/sign-out-everywhere',
    'organization/leave',
    'conversations/change-waiting-mail',
  ],
  write: [
    'replays/start',
    'replays/cancel',
    'webhook-deliveries/replay-many',
    'template-samples/upload',
    'agents/test-tool',
    'agents/save-test',
    'agents/delete-test',
    'agents/run-tests',
    'mcp-connectors/test',
    'mcp-connectors/approve-tools',
    'conversations/read',
    'conversations/note',
    'conversations/writing',
    'conversations/done',
    'conversations/answer',
    'conversations/create-upload',
    'conversations/send-upload',
    'conversations/resend',
    'conversations/mark',
    'conversations/change-memory',
    'conversations/erase-memory',
    'saved-replies/save',
    'saved-replies/delete',
  ],
  admin: [
    'usage/change-limit',
    'webhooks/create',
    'webhooks/check-url',
    'webhooks/delete',
    'webhooks/reveal-secret',
    'webhooks/rotate-secret',
    'api-keys/create',
    'api-keys/revoke',
    'members/invite',
    'members/invite-again',
    'members/withdraw',
    'members/change-role',
    'members/remove',
    'organization/rename',
    'organization/change-retention',
    'organization/change-proof-rule',
  ],
  operator: [
    'members/grant-operator',
    'members/revoke-operator',
    'operations/queues',
    'operations/dead-letters',
    'operations/redrive',
    'operations/redrive-progress',
    'operations/purge',
    'operations/alarms',
    'operations/queue-history',
    'operations/reconcile',
    'operations/check',
  ],
} as const satisfies Partial<Record<Need, readonly string[]>>

/** Returns the need of each operation of a table, by name. */
export function needsOf(table: Partial<Record<Need, readonly string[]>>): ReadonlyMap<string, Need> {
  const needs: readonly Need[] = ['public', 'read', 'adminKey', 'own', 'write', 'admin', 'operator']
  return new Map(needs.flatMap((need) => (table[need] ?? []).map((name) => [name, need] as const)))
}
