import { exportCustomer as endpoint } from '@messaging/contract/dashboard/customers.ts'
import { exportStep } from '@messaging/core/operations/customers/export-customer.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/customers/{customer}/export/ */
export const handler = route(endpoint, ({ caller, params, query, now }) =>
  exportStep(caller.organizationId, params.customer, query.cursor, now),
)
