import { type Check, fails, ok, warning } from '@replywright/core/operations/doctor/check.ts'
import { expect, test } from 'vitest'
import { plain } from '../../terminal/text.ts'
import { reportOf, runChecks } from './examine.ts'

const DEPLOYMENT = { stage: 'prod', outputs: {}, now: 0 }
const check = (name: string, run: Check['run']): Check => ({ name, rights: ['sqs:GetQueueAttributes'], run })
const thrown = (name: string, message: string) =>
  check(name, async () => {
    throw Object.assign(new Error(message), { name })
  })

test('returns unknown for checks that throw or time out', async () => {
  const lines = await runChecks(
    [
      check('fine', async () => ok('it works')),
      thrown('AccessDeniedException', 'User x is not authorized'),
      thrown('CredentialsProviderError', 'Could not load credentials'),
      thrown('Http501', 'lambda: 501'),
      check('hanging', () => new Promise(() => {})),
      check('two', async () => [warning('slow', 'wait'), fails('broken', 'repair')]),
    ],
    DEPLOYMENT,
    50,
  )
  expect(lines).toEqual([
    { check: 'fine', state: 'ok', tells: 'it works' },
    {
      check: 'AccessDeniedException',
      state: 'unknown',
      tells: 'The AWS credentials lack a permission: User x is not authorized',
      remedy: 'Add these permissions: sqs:GetQueueAttributes.',
    },
    { check: 'CredentialsProviderError', state: 'unknown', tells: expect.stringContaining('No AWS credentials') },
    { check: 'Http501', state: 'unknown', tells: 'lambda: 501' },
    { check: 'hanging', state: 'unknown', tells: 'no response within 0.05 s' },
    { check: 'two', state: 'warning', tells: 'slow', remedy: 'wait' },
    { check: 'two', state: 'fails', tells: 'broken', remedy: 'repair' },
  ])
})

test('a report shows complete remedies, and fails only if a check fails', () => {
  const screen = { width: 20, paint: plain }
  const lines = [
    { check: 'table', ...ok('active') },
    { check: 'mail', ...fails('it is in\nits sandbox', 'aws sesv2 put-account-details --production-access-enabled') },
  ]
  const report = reportOf(lines)
  expect(report.failed).toBe(true)
  expect(report.lines(screen)).toEqual([
    'ok       table  active',
    'FAILS    mail   it is in its sandbox',
    '                → aws sesv2 put-account-details --production-access-enabled',
    '',
    '1 fails, 0 warnings, 0 unknown, 1 ok',
  ])
  expect(reportOf([{ check: 'mail', ...warning('slow', 'wait') }])).toMatchObject({
    failed: false,
    json: [{ check: 'mail', state: 'warning', tells: 'slow', remedy: 'wait' }],
  })
})

test('a strict report fails if a check could not run', () => {
  const lines = [{ check: 'mail', state: 'unknown', tells: 'no permission' } as const]
  expect(reportOf(lines).failed).toBe(false)
  expect(reportOf(lines, true).failed).toBe(true)
  expect(reportOf([{ check: 'mail', ...warning('slow', 'wait') }], true).failed).toBe(false)
})
