import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll } from 'vitest'
import type { TestServiceOptions } from '../support/service.ts'
import type { DashboardSession } from './session.ts'
import { type SignedIn, startSignedIn } from './start-signed-in.ts'

/** The service of the file that runs, and the sessions of its users. Set before its first test. */
export let service: Service
export let demo: DashboardSession
export let other: DashboardSession
export let people: SignedIn['people']
export let webhooks: SignedIn['webhooks']

/** Starts the service of a file before its tests, and stops it after them. */
export function signInBeforeAll(options: TestServiceOptions = {}): void {
  beforeAll(async () => {
    ;({ service, demo, other, people, webhooks } = await startSignedIn(options))
  })
  afterAll(() => service.stop())
}
