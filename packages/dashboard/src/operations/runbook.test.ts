import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KNOWN_QUEUES } from './queue-words.ts'
import { alarmSubject, alarmTitle, needsChecks, runbookSection } from './runbook.ts'
import texts from './runbook-texts.json' with { type: 'json' }

const docs = new URL('../../../../docs/', import.meta.url)

test('has texts for every dead-letter queue in the metrics document', () => {
  const metrics = readFileSync(new URL('metrics.md', docs), 'utf8')
  const [line = ''] = /^\| `DeadLetters-<queue>`.*$/m.exec(metrics) ?? []
  const named = [...line.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual([...KNOWN_QUEUES].toSorted())
})

test.each([
  ['Messaging-prod-DeadLetters-deliveries', 'DeadLetters', 'deliveries'],
  ['Messaging-local-Api5xx', 'Api5xx', undefined],
  ['Messaging-prod-eu-TableErrors-GetItem', 'TableErrors', 'GetItem'],
  ['Messaging-prod-Api5xx-dashboard', 'Api5xx', 'dashboard'],
] as const)('parses alarm name %s into %s and %s', (name, title, what) => {
  expect(alarmSubject(name)).toEqual({ title, what })
  expect(runbookSection(name)).toBe(texts[title])
})

test('finds no section for other names', () => {
  expect(runbookSection('Billing')).toBeUndefined()
  expect(runbookSection('Messaging-prod-toString')).toBeUndefined()
})

test('names alarms in words', () => {
  expect(alarmTitle('Messaging-prod-DeadLetters-turns')).toBe('Dead letters: Agent replies')
  expect(alarmTitle('Messaging-prod-Errors-relay')).toBe('Function errors: relay')
  expect(alarmTitle('Messaging-prod-RelaySilent')).toBe('Stored messages are not sent')
  expect(alarmTitle('Billing')).toBe('Billing')
})

test('the page Checks is offered for the steps that need it', () => {
  const needs = (name: string) => {
    const section = runbookSection(name)
    return section !== undefined && needsChecks(section)
  }
  expect(needs('Messaging-prod-RelaySilent')).toBe(true)
  expect(needs('Messaging-prod-SchedulerFailures-target')).toBe(true)
  expect(needs('Messaging-prod-ProviderRejected')).toBe(true)
  expect(needs('Messaging-prod-TableErrors')).toBe(false)
})
