import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KNOWN_QUEUES } from './queue-words.ts'
import { alarmSubject, alarmTitle, RUNBOOK_TEXTS, RUNBOOK_TITLES, runbookSection } from './runbook.ts'

const docs = new URL('../../../../docs/', import.meta.url)
const runbook = readFileSync(new URL('operations.md', docs), 'utf8')

test('has the same alarm sections as the runbook', () => {
  const [, alarms = ''] = /## When an alarm fires\n([\s\S]*?)\n## /.exec(runbook) ?? []
  const titles = [...alarms.matchAll(/^### (\w+)$/gm)].map(([, title]) => title)
  expect(titles).toEqual([...RUNBOOK_TITLES])
})

test.each(Object.entries(RUNBOOK_TEXTS))(
  '%s has the numbers, settings and log events of the runbook',
  (title, { means, steps }) => {
    const [, section = ''] = new RegExp(`^### ${title}\\n([\\s\\S]*?)^##`, 'm').exec(runbook) ?? []
    const facts = [means, ...steps].join('\n').match(/\b\d+(?:,\d{3})*|\b[a-z]+\.[a-z_]+\b|\b[a-z]+[A-Z]\w+/g) ?? []
    expect(facts.filter((fact) => !section.includes(fact))).toEqual([])
  },
)

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
  expect(runbookSection(name)).toBe(RUNBOOK_TEXTS[title])
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
