import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readLogs } from './trace.ts'

const EVENTS = [
  { at: 1_790_000_000_400, what: 'message stored', where: 'ingress', id: 'm-1' },
  { at: 1_790_000_007_900, what: 'attempt 1', where: 'endpoint', id: 'd-1' },
]

afterEach(() => {
  vi.unstubAllEnvs()
})

test('returns a query for the log groups of a stage, with a margin of one minute', async () => {
  const [start, query, results] = await readLogs(['m-1', 'd-1'], EVENTS, 'prod')
  expect(start).toBe('aws logs start-query --start-time 1789999940 --end-time 1790000067 \\')
  expect(query).toContain(
    // Not those of stage `prod-eu`.
    'SOURCE logGroups(namePrefix: ["Messaging-prod-Api-", "Messaging-prod-Messaging-", "Messaging-prod-Dashboard-"])',
  )
  expect(query).toContain('| filter @message like /m-1|d-1/ |')
  expect(results).toMatch(/^aws logs get-query-results/)
})

test('returns the local log lines that contain one of the ids', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'replywright-logs-'))
  vi.stubEnv('DATA_DIR', dataDir)
  expect(await readLogs(['m-1'], EVENTS, undefined)).toEqual([
    `No line of ${dataDir}/functions.log contains any of these ids.`,
  ])
  await writeFile(join(dataDir, 'functions.log'), 'Ingress  {"messageId":"m-1"}\nIngress  {"messageId":"m-2"}\n')
  expect(await readLogs(['m-1', 'd-1'], EVENTS, undefined)).toEqual(['Ingress {"messageId":"m-1"}'])
  await rm(dataDir, { recursive: true })
})
