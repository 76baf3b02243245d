// @module-tag isolated
// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Scheduler } from '@aws-sdk/client-scheduler'
import { synthesize } from '@messaging/infra/synth.ts'
import { LOCAL_CONTEXT } from '@messaging/local/local-context.ts'
import type { Service } from '@messaging/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clientOf } from '../support/administrator.ts'
import { startTestService } from '../support/service.ts'
import { typeOps } from './run-ops.ts'

const lines: string[] = []
let outdir: string
let service: Service
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'messaging-canary-'))
  const assembly = await synthesize({ outdir, context: { ...LOCAL_CONTEXT, canary: 'true' } })
  service = await startTestService({ assembly, log: ({ line }) => lines.push(line) })
})
afterAll(async () => {
  await service?.stop()
  await rm(outdir, { recursive: true, force: true })
})

const canary = () => service.cloud.resource('Canary', 'AWS::Lambda::Function')
const received = () => lines.filter((line) => line.includes('"CanaryReceived":1')).length
const taken = () => lines.filter((line) => line.includes('"event":"message.taken"'))

test('its message goes through the ingress, the relay and the worker, and returns to the ingress', async () => {
  await typeOps(service, ['canary'])
  await typeOps(service, ['canary'])
  await service.cloud.invoke(canary().physicalId, {})
  await vi.waitFor(() => expect(received()).toBe(1), { timeout: 60_000, interval: 200 })
  // It must not hide that messages of the provider are refused.
  expect(taken()).toHaveLength(1)
  expect(taken()[0]).not.toContain('MessagesTaken')
})

test('a request with another token is refused, and not counted', async () => {
  const before = received()
  const response = await fetch(`${service.ready.ingressUrl}?canary=${'0'.repeat(64)}`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(403)
  expect(received()).toBe(before)
})

test('its schedule invokes it every five minutes', async () => {
  const { Schedules = [] } = await clientOf(Scheduler, service.cloud).listSchedules({ NamePrefix: '' })
  const own = Schedules.filter(({ Target }) => Target?.Arn === canary().arn)
  expect(own).toMatchObject([{ State: 'ENABLED' }])
  expect(canary().properties.Timeout).toBeLessThan(300)
})
