import { grantOperator as endpoint } from '@messaging/contract/dashboard/members.ts'
import { grantOperator } from '@messaging/core/people/members/change-operator.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /dashboard-api/v1/members/{id}/operator/ */
export const handler = route(endpoint, ({ caller, params }) => grantOperator(caller, params.id))
