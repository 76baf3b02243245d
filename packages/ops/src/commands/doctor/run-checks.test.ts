import { expect, test } from 'vitest'
import { plain } from '../../terminal/paint.ts'
import { reportOf } from './command.ts'
import { type Check, fails, ok, warning } from './finding.ts'
import { runChecks } from './run-checks.ts'

const DEPLOYMENT = { stage: 'prod', outputs: {}, now: 0 }
const check = (name: string, run: Check['run']): Check => ({ name, rights: ['sqs:GetQueueAttributes'], run })
const thrown = (name: string, message: string) =>
  check(name, async () => {
    throw Object.assign(new Error(message), { name })
  })

test('a check that throws or hangs is unknown, and stops no other', async () => {
  const lines = await runChecks(
    [
      check('fine', async () => ok('it works')),
      thrown('AccessDeniedException', 'User x is not authorized'),
      thrown('CredentialsProviderError', 'Could not load credentials'),
      thrown('Http501', 'lambda: 501'),
      check('hanging', () => new Promise(() => {})),
      check('two', async () => [warning('slow', 'wait'), fails('broken', 'mend')]),
    ],
    DEPLOYMENT,
    50,
  )
  expect(lines).toEqual([
    { check: 'fine', state: 'ok', tells: 'it works' },
    {
      check: 'AccessDeniedException',
      state: 'unknown',
      tells: 'These AWS credentials may not do that: User x is not authorized',
      remedy: 'Give these credentials sqs:GetQueueAttributes.',
    },
    { check: 'CredentialsProviderError', state: 'unknown', tells: expect.stringContaining('no AWS credentials') },
    { check: 'Http501', state: 'unknown', tells: 'lambda: 501' },
    { check: 'hanging', state: 'unknown', tells: 'no response within 0.05 s' },
    { check: 'two', state: 'warning', tells: 'slow', remedy: 'wait' },
    { check: 'two', state: 'fails', tells: 'broken', remedy: 'mend' },
  ])
})

test('a report names each remedy whole, and fails only when a line does', () => {
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
