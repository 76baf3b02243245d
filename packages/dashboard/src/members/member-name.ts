import type { Member } from '@messaging/contract/dashboard/members.ts'

/** Returns the email address of a member, or a name made of the id for a user who has only API keys. */
export function memberName({ email, id }: Pick<Member, 'email' | 'id'>): string {
  return email ?? `API user ${id.slice(0, 8)}`
}
