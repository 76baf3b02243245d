import { ROLES, type Role } from '@messaging/contract/roles.ts'

/** Returns the role that an option names. @throws Error for any other text */
export function readRole(text: string): Role {
  const role = ROLES.find((each) => each === text)
  if (!role) throw new Error(`--role must be ${ROLES.join(', ').replace(/, (?=\w+$)/, ' or ')}`)
  return role
}
