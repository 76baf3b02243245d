import { getCustomer as endpoint } from '@messaging/contract/dashboard/customers.ts'
import { viewCustomer } from '@messaging/core/operations/customers/find-customer.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/customers/{customer}/ */
export const handler = route(endpoint, ({ caller, params, now }) =>
  viewCustomer(caller.organizationId, params.customer, now),
)
