import type { FirstStep, FirstSteps } from '@replywright/contract/dashboard/overview.ts'
import type { Me } from '@replywright/contract/dashboard/session.ts'

/** A first step. The organisation has the name already, so it is not read again for the first one. */
export interface Step {
  readonly step: FirstStep | 'name'
  readonly done: boolean
}

/** The steps of people who write programs. An organisation without them goes live, too. */
const DEVELOPER_STEPS: readonly Step['step'][] = ['endpoint', 'api_key', 'delivery']

/**
 * Returns the first steps to show, those that go live and those for developers: none if the user has hidden them, or if all that go live
 * are done and the organisation has begun none for developers, or has done all.
 */
export function openSteps(
  { steps, dismissed }: FirstSteps,
  organization: Pick<Me['organization'], 'name' | 'isPersonal'>,
): { readonly live: readonly Step[]; readonly developers: readonly Step[] } {
  const all: readonly Step[] = [{ step: 'name', done: isNamed(organization) }, ...steps]
  const developers = all.filter(({ step }) => DEVELOPER_STEPS.includes(step))
  const live = all.filter(({ step }) => !DEVELOPER_STEPS.includes(step))
  const isLive = live.every(({ done }) => done)
  const isUnneeded = developers.every(({ done }) => done) || developers.every(({ done }) => !done)
  return dismissed || (isLive && isUnneeded) ? { live: [], developers: [] } : { live, developers }
}

/** Returns whether an organisation has a name of its own. A personal one begins with the email address of its user. */
function isNamed({ name, isPersonal }: Pick<Me['organization'], 'name' | 'isPersonal'>): boolean {
  return !isPersonal || !name.includes('@')
}
