import type { FirstStep, FirstSteps } from '@replywright/contract/dashboard/overview.ts'
import type { Me } from '@replywright/contract/dashboard/session.ts'

/** A first step. The organisation has the name already, so it is not read again for the first one. */
export interface Step {
  readonly step: FirstStep | 'name'
  readonly done: boolean
}

/** Returns the first steps to show: none if the user has hidden them, or if all are done. */
export function openSteps(
  { steps, dismissed }: FirstSteps,
  organization: Pick<Me['organization'], 'name' | 'isPersonal'>,
): readonly Step[] {
  const all = [{ step: 'name' as const, done: isNamed(organization) }, ...steps]
  return dismissed || all.every(({ done }) => done) ? [] : all
}

/** Returns whether an organisation has a name of its own. A personal one begins with the email address of its user. */
function isNamed({ name, isPersonal }: Pick<Me['organization'], 'name' | 'isPersonal'>): boolean {
  return !isPersonal || !name.includes('@')
}
