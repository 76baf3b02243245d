/** What a change did to its object. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'enable',
  'disable',
  'disable_automatically',
  'merge',
  'merge_automatically',
  'undo_merge',
  'revoke',
  'reveal_secret',
  'rotate_secret',
  'route',
  'send',
  'mark',
  'take_over',
  'hand_back',
  'change_control',
  'request_answer',
  'request_reading',
  'share',
  'unshare',
  'accept_share',
  'leave_share',
  'upload',
  'set_picture',
  'save_draft',
  'discard_draft',
  'restore_version',
  'save_test',
  'delete_test',
  'change_exam',
  'change_memory',
  'erase_memory',
  'approve',
  'publish',
  'unpublish',
  'connect',
  'disconnect',
  'confirm',
  'call_provider',
  'replay',
  'cancel_replay',
  'redrive',
  'purge',
  'read',
  'reconcile',
  'invite',
  'withdraw',
  'accept',
  'decline',
  'change_role',
  'leave',
  'remove',
  'grant_operator',
  'revoke_operator',
  'rename',
  'erase',
  'export',
  'enable_mfa',
  'disable_mfa',
  'recover_mfa',
  'replace_recovery_codes',
  'reset_password',
  'sign_in',
  'set_password',
  'sign_out',
  'sign_out_everywhere',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_OBJECTS = [
  'api_key',
  'webhook',
  'delivery',
  'agent',
  'connector',
  'template',
  'account',
  'number',
  'conversation',
  'customer',
  'member',
  'organization',
  'profile',
  'sign_in',
  'queue',
  'saved_reply',
] as const
export type AuditObject = (typeof AUDIT_OBJECTS)[number]

/** How an endpoint appears in the audit log. */
export interface Audit {
  readonly action: AuditAction
  readonly object: AuditObject
  /** The path parameter that identifies the object. @default id, or the `id` of the response */
  readonly param?: string
  /**
   * The fields of the response whose values before and after the change are stored, except secret ones. They must not
   * contain data of customers. @default none
   */
  readonly values?: readonly string[]
}

/** Days after which entries are deleted. */
export const AUDIT_DAYS = 90
