import { runCheck as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { runCheck } from '@messaging/core/operations/doctor/run-check.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/operations/checks/{check}/ */
export const handler = route(endpoint, ({ params, now }) => runCheck(params.check, now))
