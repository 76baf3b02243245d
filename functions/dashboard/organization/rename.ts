import { renameOrganization as endpoint } from '@messaging/contract/dashboard/profile.ts'
import { renameOrganization } from '@messaging/core/people/organizations/rename-organization.ts'
import { route } from '@messaging/http/route.ts'

/** PATCH /dashboard-api/v1/organization/ */
export const handler = route(endpoint, ({ caller, body }) => renameOrganization(caller.organizationId, body.name))
