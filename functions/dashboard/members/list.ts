import { listMembers as endpoint } from '@messaging/contract/dashboard/members.ts'
import { listMembers } from '@messaging/core/people/members/list-members.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/members/ */
export const handler = route(endpoint, ({ caller, now }) => listMembers(caller, now))
