import type { Member } from '@replywright/contract/dashboard/members.ts'

/** Returns the message after an invitation that was not mailed. */
export function storedText(email: string): string {
  return `${email} is invited. Tell the user to sign in to the dashboard`
}

const SHORT_ID_LENGTH = 8

/** Returns the name or the email address of a member; for a user who has only API keys, a name made of the id. */
export function memberName({ name, email, id }: Pick<Member, 'name' | 'email' | 'id'>): string {
  return name || (email ?? `API user ${id.slice(0, SHORT_ID_LENGTH)}`)
}
