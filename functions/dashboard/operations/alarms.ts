import { listAlarms as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { listAlarms } from '@messaging/core/operations/alarms/list-alarms.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/operations/alarms/ */
export const handler = route(endpoint, () => listAlarms())
