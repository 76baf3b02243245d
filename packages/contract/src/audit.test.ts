import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dashboardEndpoints } from './dashboard/endpoints.ts'
import { sessionEndpoints } from './dashboard/session-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const SANDBOX = 'stays on the sandbox number'
const CORE = 'writes its entries itself, because the user or the organisation is known later'
const NOT_SIGNED_IN = 'has no user yet'
const SHARED = 'writes its entry itself, for the organisation that shares the agent'
const INVITED = 'writes its entry itself, for the organisation that invited the user'

/** Writing endpoints without an entry in the audit log, with the reason. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  'conversations/create-upload': 'changes nothing until the file is sent',
  'template-samples/upload': 'changes nothing until the template with the sample is saved',
  'conversations/note': 'the conversation shows the note and its author',
  'conversations/done': 'the conversation shows who did it, and when',
  'conversations/writing': 'is forgotten after 20 seconds',
  'conversations/read': 'changes only what members see as unread',
  'overview/dismiss-first-steps': 'changes nothing but the list itself',
  'conversations/change-waiting-mail': 'changes only which mails the member gets',
  'usage/change-mail': 'changes only which mails the member gets',
  'agents/try': SANDBOX,
  'agents/restart-trial': SANDBOX,
  'trials/create': SANDBOX,
  'trials/delete': SANDBOX,
  'agents/run-tests': 'changes nothing of the agent: the list of proofs shows it',
  'proofs/create': 'changes nothing of the agent: the list of proofs shows it',
  'exams/run': 'changes nothing of the agent: the list of proofs shows it',
  'proofs/stop': 'changes nothing of the agent: the list of proofs shows it',
  'test-runs/create': 'changes nothing of the agent: the list of runs shows it',
  'agents/test-tool': "changes nothing of the agent: the request goes to the organisation's own endpoint",
  'mcp-connectors/test': 'changes nothing: the entry of the saved connector is in the log',
  'mcp/call': 'changes nothing itself: the calls of its tools have entries',
  'triggers/fire': 'has no user: the conversation shows the message and its agent',
  'webhooks/check-url': 'changes nothing: the entry of the saved webhook is in the log',
  'webhooks/send-test-event': 'sends nothing of a customer: the deliveries show it',
  'link/confirm': CORE,
  'invitations/accept': INVITED,
  'invitations/decline': INVITED,
  'shares/accept': SHARED,
  'shares/leave': SHARED,
  'session/sign-up': NOT_SIGNED_IN,
  'session/sign-in': CORE,
  'session/new-password': CORE,
  'session/refresh': 'continues a session: the list of sessions shows it',
  'session/sign-out': CORE,
  'session/forgot-password': NOT_SIGNED_IN,
  'session/reset-password': CORE,
  'session/mfa/begin': 'changes nothing until the code is confirmed',
  'session/mfa/enable': CORE,
  'session/mfa/disable': CORE,
  'session/mfa/answer': CORE,
  'session/mfa/replace-recovery-codes': CORE,
  'session/mfa/recover': CORE,
}

const all = Object.entries<Endpoint>({ ...endpoints, ...dashboardEndpoints, ...sessionEndpoints })
const writing = all.filter(([, { method }]) => method !== 'GET').map(([name, endpoint]) => ({ name, endpoint }))

describe('the audit log', () => {
  test.each(writing)('records $name, or there is a reason not to', ({ name, endpoint }) => {
    expect(endpoint.audit !== undefined).toBe(NOT_AUDITED[name] === undefined)
  })

  test('has no reason for an endpoint that does not write', () => {
    const names = writing.map(({ name }) => name)
    expect(Object.keys(NOT_AUDITED).filter((name) => !names.includes(name))).toEqual([])
  })

  test.each(
    all.flatMap(([name, { audit, path }]) => (audit?.param === undefined ? [] : [{ name, path, param: audit.param }])),
  )('identifies the object of $name by a path parameter', ({ path, param }) => {
    expect(path).toContain(`{${param}}`)
  })

  const withValues = all.flatMap(([name, { audit, response }]) => (audit?.values ? [{ name, audit, response }] : []))

  test.each(withValues)('has values of fields of the response of $name, not about customers', ({ audit, response }) => {
    const Fields = v.object({ entries: v.record(v.string(), v.unknown()) })
    expect(Object.keys(v.parse(Fields, response).entries)).toEqual(expect.arrayContaining([...(audit.values ?? [])]))
    expect(['webhook', 'number', 'member', 'organization']).toContain(audit.object)
  })

  test('has no entries for reads, but those of personal data in bulk and of other tenants', () => {
    expect(all.filter(([, { method, audit }]) => method === 'GET' && audit).map(([name]) => name)).toEqual([
      'customers/export',
      'operations/dead-letters',
    ])
  })
})
