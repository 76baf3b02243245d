import { getPhoneNumber } from '@messaging/contract/phone-numbers.ts'
import { getNumberView } from '@messaging/core/conversations/routing/list-numbers.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/phone-numbers/{n}/ */
export const handler = route(getPhoneNumber, ({ caller, params }) => getNumberView(caller.organizationId, params.n))
