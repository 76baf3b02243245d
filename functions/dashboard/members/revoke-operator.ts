import { revokeOperator as endpoint } from '@messaging/contract/dashboard/members.ts'
import { revokeOperator } from '@messaging/core/people/members/change-operator.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/members/{id}/operator/ */
export const handler = route(endpoint, ({ caller, params, now }) => revokeOperator(caller, params.id, now))
