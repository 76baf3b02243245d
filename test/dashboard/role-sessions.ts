import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { includesRole, ROLES, type Role } from '@replywright/contract/roles.ts'
import { createOrganization } from '@replywright/core/people/organizations/organizations.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { expect } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { bodyFor, pathOf } from './every-endpoint.ts'
import { addMember } from './people.ts'
import type { DashboardSession } from './session.ts'

/** A new organisation with a user of each role. */
export interface RoleSessions {
  readonly organizationId: string
  sessionOf(role: Role): DashboardSession
  /** Adds a user with a role, and signs the user in. */
  add(email: string, role: Role): Promise<DashboardSession>
}

/** Creates an organisation, adds a user of each role, and signs them in. */
export async function signInWithRoles(service: Service): Promise<RoleSessions> {
  actAsAdministrator(service)
  const { organizationId } = await createOrganization('Roles', Date.now())
  const add = (email: string, role: Role) => addMember(service, email, organizationId, role)
  const sessions = new Map<Role, DashboardSession>()
  for (const role of ROLES) sessions.set(role, await add(`${role}-${randomUUID()}@roles.example.com`, role))
  const sessionOf = (role: Role) => {
    const session = sessions.get(role)
    if (!session) throw new Error(`nobody signed in as ${role}`)
    return session
  }
  return { organizationId, sessionOf, add }
}

/**
 * Expects that an endpoint accepts the lowest role that may call it according to the contract, and refuses the role below. Each
 * role includes the rights of those below it.
 */
export async function expectRole({ sessionOf }: RoleSessions, endpoint: Endpoint): Promise<void> {
  const mayCall = (role: Role) => endpoint.group === undefined && includesRole(role, endpoint.role)
  const [lowest, highestRefused] = [ROLES.findLast(mayCall), ROLES.find((role) => !mayCall(role))]
  for (const role of [lowest, highestRefused]) {
    if (!role) continue
    // The body is refused after the role was checked.
    const headers = { 'Content-Type': 'text/plain' }
    const { call } = sessionOf(role)
    const { status } = await call(endpoint.method, pathOf(endpoint, randomUUID()), bodyFor(endpoint), headers)
    expect([role, status === 403]).toEqual([role, !mayCall(role)])
    expect(status).toBeLessThan(500)
  }
}
