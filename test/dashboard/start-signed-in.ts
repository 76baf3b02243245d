import type { Service } from '@replywright/local/start-service.ts'
import { startTestService, type TestServiceOptions } from '../support/service.ts'
import { peopleOf } from './people.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { webhooksOf } from './webhooks.ts'

/** A service, the sessions of the demo user and of a user of another organisation, and functions for tests with them. */
export interface SignedIn {
  readonly service: Service
  readonly demo: DashboardSession
  readonly other: DashboardSession
  readonly people: ReturnType<typeof peopleOf>
  readonly webhooks: ReturnType<typeof webhooksOf>
}

/** Starts a service, and signs the demo user and a user of another organisation in. */
export async function startSignedIn(options: TestServiceOptions = {}): Promise<SignedIn> {
  const service = await startTestService(options)
  const [demo, other] = await Promise.all([signInToDashboard(service), signInToDashboard(service, service.otherUser)])
  return { service, demo, other, people: peopleOf(service), webhooks: webhooksOf(service, demo) }
}
