import { getPhoneNumber } from '@messaging/contract/phone-numbers.ts'
import { viewNumber } from '@messaging/core/conversations/routing/list-numbers.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/phone-numbers/{n}/ */
export const handler = route(getPhoneNumber, ({ caller, params }) => viewNumber(caller.organizationId, params.n))
