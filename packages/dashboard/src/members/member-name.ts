import type { Member } from '@messaging/contract/dashboard/members.ts'

/** What a member is called: the email address, or the id for a user who has only API keys. */
export function memberName({ email, id }: Pick<Member, 'email' | 'id'>): string {
  return email ?? `API user ${id.slice(0, 8)}`
}
