import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { includesRole, ROLES, type Role } from '@messaging/contract/roles.ts'
import type { Service } from '@messaging/local/start-service.ts'
import { expect } from 'vitest'
import { runOps } from '../operations/run-ops.ts'
import { bodyFor, pathOf } from './every-endpoint.ts'
import { PASSWORD, peopleOf } from './people.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'

/** A new organisation with a user of each role. */
export interface RoleSessions {
  readonly organizationId: string
  sessionOf(role: Role): DashboardSession
  /** Adds a user with a role, and signs the user in. */
  add(email: string, role: Role): Promise<DashboardSession>
}

/** Creates an organisation, adds a user of each role, and signs them in. */
export async function signInWithRoles(service: Service): Promise<RoleSessions> {
  const { organization: organizationId = '' } = await runOps(service, ['organization', 'create', '--name', 'Roles'])
  const add = async (email: string, role: Role) => {
    await runOps(service, ['users', 'add', '--email', email, '--organization', organizationId, '--role', role])
    expect(await peopleOf(service).choosePassword(email)).toMatchObject({ status: 200 })
    return await signInToDashboard(service, { email, password: PASSWORD })
  }
  const sessions = new Map<Role, DashboardSession>()
  for (const role of ROLES) sessions.set(role, await add(`${role}-${randomUUID()}@roles.example.com`, role))
  const sessionOf = (role: Role) => {
    const session = sessions.get(role)
    if (!session) throw new Error(`nobody signed in as ${role}`)
    return session
  }
  return { organizationId, sessionOf, add }
}

/** Expects that an endpoint refuses exactly the roles below the one that the contract declares. */
export async function expectRole(service: Service, { sessionOf }: RoleSessions, endpoint: Endpoint): Promise<void> {
  for (const role of ROLES) {
    const mayCall = endpoint.group === undefined && includesRole(role, endpoint.role)
    // The body is refused after the role was checked.
    const body = ['GET', 'DELETE'].includes(endpoint.method) ? undefined : JSON.stringify(bodyFor(endpoint))
    const response = await fetch(`${service.ready.dashboardUrl}/dashboard-api${pathOf(endpoint, randomUUID())}`, {
      method: endpoint.method,
      headers: { Authorization: `Bearer ${sessionOf(role).idToken}`, 'Content-Type': 'text/plain' },
      ...(body !== undefined && { body }),
    })
    expect([role, response.status === 403]).toEqual([role, !mayCall])
    expect(response.status).toBeLessThan(500)
  }
}
