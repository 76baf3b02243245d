// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { mfaOf, Token } from '../dashboard/mfa.ts'
import { peopleOf } from '../dashboard/people.ts'
import { callDashboard, signInToDashboard } from '../dashboard/session.ts'
import { derivedAssembly } from '../support/assemblies/derived-assembly.ts'
import { startTestService } from '../support/service.ts'

const WAIT = { timeout: 90_000, interval: 250 }
const OPERATIONS = [
  ['GET', '/v1/operations/queues/', undefined],
  ['GET', '/v1/operations/queues/deliveries/messages/', undefined],
  ['POST', '/v1/operations/queues/deliveries/redrive/', {}],
  ['POST', '/v1/operations/queues/deliveries/purge/', { count: 1 }],
  ['GET', '/v1/operations/alarms/', undefined],
  ['GET', '/v1/operations/queue-history/', undefined],
  ['POST', '/v1/operations/reconcile/', {}],
  ['GET', '/v1/operations/checks/table/', undefined],
] as const

let dataDir: string
let service: Service
let people: ReturnType<typeof peopleOf>
let mfa: ReturnType<typeof mfaOf>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'replywright-mfa-'))
  const assembly = await derivedAssembly(inject('assembly'), join(dataDir, 'cdk.out'), {
    file: 'Messaging-local-Dashboard.template.json',
    change: (template) => template.replaceAll('"REQUIRE_OPERATOR_MFA": "false"', '"REQUIRE_OPERATOR_MFA": "true"'),
  })
  service = await startTestService({ DATA_DIR: dataDir, assembly })
  people = peopleOf(service)
  mfa = mfaOf(service)
})
afterAll(async () => {
  await service?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('an operator', () => {
  test('who signed in with a password only is rejected with the reason', async () => {
    const { call } = await signInToDashboard(service)
    expect(await call('GET', '/v1/me/')).toMatchObject({
      body: { operatorAccess: 'mfa_required', groups: ['operators'] },
    })
    for (const [method, path, body] of OPERATIONS)
      expect(await call(method, path, body)).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('two-factor'), code: 'permission_denied' },
      })
    expect(await call('GET', '/v1/agents/')).toMatchObject({ status: 200 })
  })

  test('who signed in with a code of the app has access, also after a token refresh, but not in other sessions', async () => {
    const { email, password } = service.ready
    const before = await signInToDashboard(service)
    const { app, recoveryCodes } = await mfa.turnOn(before, password)
    const { call, cookie } = await mfa.signInWithCode(email, password, app)
    for (const [method, path, body] of OPERATIONS)
      expect([path, (await call(method, path, body)).status]).toEqual([path, 200])
    expect(await call('GET', '/v1/me/')).toMatchObject({ body: { operatorAccess: 'granted' } })
    const { idToken } = v.parse(Token, (await people.session('refresh', {}, { cookie })).body)
    const next = { Authorization: `Bearer ${idToken}` }
    const path = '/v1/operations/queues/'
    expect(await callDashboard(service.ready.dashboardUrl, 'GET', path, undefined, next)).toMatchObject({ status: 200 })
    await vi.waitFor(async () => expect((await before.call('GET', path)).status).toBeOneOf([401, 403]), WAIT)

    const recovered = await people.session('mfa/recover', { email, password, code: recoveryCodes[0] })
    const withoutApp = { Authorization: `Bearer ${v.parse(Token, recovered.body).idToken}` }
    const withCode = callDashboard(service.ready.dashboardUrl, 'GET', '/v1/me/', undefined, withoutApp)
    expect(await withCode).toMatchObject({ body: { operatorAccess: 'mfa_required' } })
  })
})
