import { eraseCustomer as endpoint } from '@messaging/contract/dashboard/customers.ts'
import { eraseStep } from '@messaging/core/operations/customers/erase-customer.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/customers/{customer}/erase/ */
export const handler = route(
  endpoint,
  ({ caller, params, body, now }) => eraseStep(caller.organizationId, params.customer, body.cursor, now),
  { keepsAnswers: false },
)
