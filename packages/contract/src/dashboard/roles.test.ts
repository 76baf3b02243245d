import { expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { dashboardEndpoints } from './endpoints.ts'

const all = Object.entries<Endpoint>({ ...endpoints, ...dashboardEndpoints }).filter(
  ([, { access, group }]) => access !== 'public' && !group,
)
const namesOf = (select: (endpoint: Endpoint) => boolean) =>
  all.flatMap(([name, endpoint]) => (select(endpoint) ? [name] : []))

test('members, secrets, API keys and numbers are for admins', () => {
  expect(namesOf(({ role }) => role === 'admin').toSorted()).toEqual([
    'api-keys/create',
    'api-keys/revoke',
    'customers/erase',
    'customers/merge',
    'customers/undo-merge',
    'members/change-role',
    'members/invite',
    'members/invite-again',
    'members/remove',
    'members/withdraw',
    'msg-accounts/add-number',
    'msg-accounts/deploy-agent',
    'msg-link-sessions/create',
    'organization/change-retention',
    'organization/rename',
    'phone-numbers/connect-agent',
    'phone-numbers/disconnect',
    'phone-numbers/subscribe',
    'phone-numbers/unsubscribe',
    'usage/change-limit',
    'webhooks/check-url',
    'webhooks/create',
    'webhooks/delete',
    'webhooks/reveal-secret',
    'webhooks/rotate-secret',
    'webhooks/update',
  ])
})

test('viewers read, and change only what is their own', () => {
  expect(namesOf(({ role, access }) => role === 'viewer' && access === 'write').toSorted()).toEqual([
    'conversations/change-waiting-mail',
    'invitations/accept',
    'invitations/decline',
    'organization/leave',
    'overview/dismiss-first-steps',
    'profile/end-session',
    'profile/sign-out-everywhere',
    'profile/update',
    'shares/accept',
    'shares/leave',
    'usage/change-mail',
  ])
  expect(namesOf(({ role, method }) => role !== 'viewer' && method === 'GET')).toEqual([])
})
