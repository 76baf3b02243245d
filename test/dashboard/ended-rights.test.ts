// @module-tag full
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import { getMe } from '@replywright/contract/dashboard/session.ts'
import type { Role } from '@replywright/contract/roles.ts'
import { InvitationEntity, invitationId } from '@replywright/core/people/invitations/invitation-entity.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runOps } from '../operations/run-ops.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { callApi, freshCustomer, idOf } from '../support/service.ts'
import { mfaOf } from './mfa.ts'
import { addMember, organizationOf, PASSWORD } from './people.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { confirm, decideAtProvider, startLink } from './sign-up.ts'
import { type SignedIn, startSignedIn } from './start-signed-in.ts'
import { bodyOf } from './webhooks.ts'

/** Roles, memberships and ends of sessions are cached for 15 seconds. */
const WAIT = { timeout: 90_000, interval: 250 }

let service: Service
let demo: DashboardSession
let people: SignedIn['people']
let webhooks: SignedIn['webhooks']
let organizationId: string

beforeAll(async () => {
  ;({ service, demo, people, webhooks } = await startSignedIn())
  organizationId = (await organizationOf(demo)).id
})
afterAll(() => service?.stop())

/** A member of the demo organisation, whose rights end in a test. */
async function person(role: Role = 'admin') {
  const email = `${randomUUID()}@ends.example.com`
  const session = await addMember(service, email, organizationId, role)
  const here = (headers: object = {}) => ({ 'X-Organization-Id': organizationId, ...headers })
  const call = (method: string, path: string, body?: unknown, headers?: object) =>
    session.call(method, `/v1${path}`, body, here(headers))
  const { user } = bodyOf(getMe, await call('GET', '/me/'))
  return { session, email, id: user.id, call }
}

const keeper = (method: string, path: string, body?: unknown) => demo.call(method, `/v1${path}`, body)

const remove = async ({ id }: { readonly id: string }) =>
  expect(await keeper('DELETE', `/members/${id}/`)).toMatchObject({ status: 204 })
const demote = async ({ id }: { readonly id: string }, role: Role, more: object = {}) =>
  expect(await keeper('PUT', `/members/${id}/role/`, { role, ...more })).toMatchObject({ status: 200 })

const withKey = (key: string, method: string, path: string, body?: unknown) =>
  callApi(service.ready.baseUrl, key, method, path, body)

type Person = Awaited<ReturnType<typeof person>>

async function keyOf({ call }: Person, permission: 'full' | 'read' = 'full') {
  return bodyOf(contract['api-keys/create'], await call('POST', '/api-keys/', { name: 'Key', permission }))
}

/** Signs a new user up whom `inviter` invites. Returns how the user accepts, and the entry in the list of members. */
async function guestOf(inviter: Person, role: Role = 'admin') {
  const email = `${randomUUID()}@guests.example.com`
  await people.signUp(email)
  const { id } = bodyOf(contract['members/invite'], await inviter.call('POST', '/members/', { email, role }))
  const session = await signInToDashboard(service, { email, password: PASSWORD })
  const accept = () => session.call('POST', `/v1/me/invitations/${id}/accept/`)
  const listed = async () => {
    const members = bodyOf(contract['members/list'], await keeper('GET', '/members/'))
    return members.find((member) => member.email === email)
  }
  return { email, id, session, accept, listed }
}

async function uploadTo(
  { url, fields }: { readonly url: string; readonly fields: Record<string, string> },
  text: string,
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([text]))
  return await fetch(url, { method: 'POST', body: form })
}

/** A test of each row of the table "When rights end" in docs/security.md. */
const ROWS: Record<string, () => Promise<void>> = {
  async Sessions() {
    const member = await person('member')
    const read = () => member.call('GET', '/agents/')
    const change = () => member.call('POST', '/agents/', {})
    expect(await change()).toMatchObject({ status: 400 })
    await demote(member, 'viewer')
    expect(await change()).toMatchObject({ status: 403 })
    await remove(member)
    expect(await change()).toMatchObject({ status: 404 })
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 404 }), WAIT)
    const own = () => organizationOf(member.session)
    await vi.waitFor(async () => expect(await own()).toMatchObject({ isPersonal: true }), WAIT)
  },
  async 'API keys'() {
    const admin = await person()
    const [kept, read, revoked] = [await keyOf(admin), await keyOf(admin, 'read'), await person().then(keyOf)]
    const erase = (key: string) => withKey(key, 'DELETE', `/customers/${freshCustomer()}/`)
    const rename = (key: string) => withKey(key, 'PATCH', `/agents/${service.ready.agent.id}/`, {})
    await vi.waitFor(async () => expect(await rename(kept.value)).toMatchObject({ status: 200 }), WAIT)
    expect(await erase(kept.value)).toMatchObject({ status: 200 })
    expect(kept.ownerId).toBe(admin.id)

    await demote(admin, 'member')
    await vi.waitFor(async () => expect(await erase(kept.value)).toMatchObject({ status: 403 }), WAIT)
    expect(await rename(kept.value)).toMatchObject({ status: 200 })
    await demote(admin, 'viewer')
    await vi.waitFor(async () => expect(await rename(kept.value)).toMatchObject({ status: 403 }), WAIT)
    expect(await withKey(kept.value, 'GET', '/me/')).toMatchObject({
      body: { user: { role: 'viewer' }, permission: 'read' },
    })
    await demote(admin, 'member')
    await vi.waitFor(async () => expect(await rename(kept.value)).toMatchObject({ status: 200 }), WAIT)
    expect(await rename(read.value)).toMatchObject({ status: 403 })

    await demote({ id: revoked.ownerId }, 'viewer', { revokeApiKeys: true })
    const status = async (key: string) => (await withKey(key, 'GET', '/me/')).status
    await vi.waitFor(async () => expect(await status(revoked.value)).toBeOneOf([401, 403]), WAIT)
    await remove(admin)
    await vi.waitFor(async () => expect(await status(kept.value)).toBeOneOf([401, 403]), WAIT)
  },
  async 'Invitations that they sent'() {
    const removed = await person()
    const guests = [await guestOf(removed)]
    expect(await guests[0]?.listed()).toMatchObject({ status: 'invited', invitedBy: removed.email })
    await remove(removed)
    const demoted = await person()
    guests.push(await guestOf(demoted))
    await demote(demoted, 'member')
    for (const { accept, listed } of guests) {
      expect(await accept()).toMatchObject({ status: 404 })
      expect(await listed()).toBeUndefined()
    }
    // An invitation that is written while the role changes is void, too.
    const late = await person()
    const { accept, email } = await guestOf(late)
    actAsAdministrator(service)
    const key = { organizationId, id: invitationId(organizationId, email) }
    const { data: invitation } = await InvitationEntity.get(key).go()
    await demote(late, 'viewer')
    if (invitation) await InvitationEntity.put(invitation).go()
    expect(await accept()).toMatchObject({ status: 404 })
    // Another admin renews it.
    expect(await keeper('POST', `/members/${key.id}/invite/`)).toMatchObject({ status: 200 })
    expect(await accept()).toMatchObject({ status: 200 })
  },
  async 'An invitation of their own address'() {
    const inviter = await person()
    const guest = await guestOf(inviter)
    await runOps(service, ['users', 'add', '--email', guest.email, '--organization', organizationId])
    const member = await guest.listed()
    expect(member).toMatchObject({ status: 'active', expiresAt: null })
    await remove({ id: member?.id ?? '' })
    expect(await guest.accept()).toMatchObject({ status: 404 })
    // An invitation that is written while its user joins in another way.
    const racing = await guestOf(inviter)
    actAsAdministrator(service)
    const key = { organizationId, id: invitationId(organizationId, racing.email) }
    const { data: invitation } = await InvitationEntity.get(key).go()
    expect(await racing.accept()).toMatchObject({ status: 200 })
    if (invitation) await InvitationEntity.put(invitation).go()
    const { user } = bodyOf(getMe, await racing.session.call('GET', '/v1/me/'))
    await remove(user)
    expect(await racing.accept()).toMatchObject({ status: 404 })
  },
  async 'Link sessions'() {
    const choice = { decision: 'finish', business: 'Later', number: '447700900345' } as const
    const link = async (admin: Person) => {
      const key = await keyOf(admin)
      const started = await vi.waitFor(() => startLink(service, key.value), WAIT)
      const code = (await decideAtProvider(service, started.linkUrl, choice)).searchParams.get('code')
      return () => confirm(started.linkUrl, { code })
    }
    const [demoted, removed] = [await person(), await person()]
    const confirmations = [await link(demoted), await link(removed)]
    await demote(demoted, 'member')
    await remove(removed)
    for (const each of confirmations) expect(await each()).toMatchObject({ status: 200, body: { status: 'FAILED' } })
    const accounts = await keeper('GET', '/msg-accounts/')
    expect(JSON.stringify(accounts.body)).not.toContain('Later')
  },
  async Endpoints() {
    const admin = await person()
    const input = { ...webhooks.input(), numbers: [] }
    const { id } = bodyOf(contract['webhooks/create'], await admin.call('POST', '/webhooks/', input))
    await demote(admin, 'viewer')
    expect(await admin.call('PATCH', `/webhooks/${id}/`, {})).toMatchObject({ status: 403 })
    await remove(admin)
    expect(await keeper('GET', `/webhooks/${id}/`)).toMatchObject({ body: { enabled: true, isOwn: true } })
  },
  async Replays() {
    const member = await person('member')
    const path = `/webhooks/${service.ready.webhook.id}/replays/`
    const id = idOf(await member.call('POST', path, { since: new Date(Date.now() - 60_000).toISOString() }))
    await demote(member, 'viewer')
    expect(await member.call('POST', `${path}${id}/cancel/`)).toMatchObject({ status: 403 })
    await remove(member)
    await vi.waitFor(
      async () => expect(await keeper('GET', `${path}${id}/`)).toMatchObject({ body: { status: 'done' } }),
      WAIT,
    )
  },
  async Shares() {
    const member = await person('member')
    const agentId = idOf(await keeper('POST', '/agents/', { name: 'Shared', systemPrompt: 'x', firstMessage: '' }))
    const email = service.otherUser.email
    expect(await member.call('POST', `/agents/${agentId}/share/`, { email })).toMatchObject({ status: 200 })
    await remove(member)
    expect(JSON.stringify((await keeper('GET', `/agents/${agentId}/shares/`)).body)).toContain(email)
    const recipient = await signInToDashboard(service, service.otherUser)
    expect(await recipient.call('POST', `/v1/me/shares/${agentId}/accept/`)).toMatchObject({ status: 204 })
    expect(await keeper('DELETE', `/agents/${agentId}/share/`, { email })).toMatchObject({ status: 204 })
    expect(await recipient.call('GET', `/v1/agents/${agentId}/`)).toMatchObject({ status: 404 })
  },
  async 'Agents, drafts, versions, documents, templates, saved replies'() {
    const member = await person('member')
    const agentId = idOf(
      await member.call('POST', '/agents/', { name: 'Drafted', systemPrompt: 'x', firstMessage: '' }),
    )
    const drafted = await member.call('PUT', `/agents/${agentId}/draft/`, { systemPrompt: 'later' })
    expect(drafted).toMatchObject({ status: 204 })
    const reply = idOf(await member.call('PUT', '/saved-replies/', { name: randomUUID(), text: 'Hi' }))
    await demote(member, 'viewer')
    expect(await member.call('POST', `/agents/${agentId}/draft/publish/`)).toMatchObject({ status: 403 })
    await remove(member)
    expect(await keeper('POST', `/agents/${agentId}/draft/publish/`)).toMatchObject({ status: 204 })
    expect(JSON.stringify((await keeper('GET', '/saved-replies/')).body)).toContain(reply)
  },
  async 'Trials and test runs'() {
    const member = await person('member')
    const path = `/agents/${service.ready.agent.id}/trials/`
    const id = idOf(await member.call('POST', path, { text: 'Hello' }))
    await remove(member)
    expect(await member.call('DELETE', `${path}${id}/`)).toMatchObject({ status: 404 })
    await vi.waitFor(
      async () => expect(await keeper('GET', `${path}${id}/`)).toMatchObject({ body: { state: 'idle' } }),
      WAIT,
    )
  },
  async 'Proofs and nightly exams'() {
    const member = await person('member')
    const path = `/agents/${service.ready.agent.id}`
    const customers = [{ persona: 'calm', goal: 'a price', turns: 1 }]
    const id = idOf(await member.call('POST', `${path}/proofs/`, { kind: 'customers', customers }))
    const exam = { enabled: true, customers }
    expect(await member.call('PUT', `${path}/exam/`, exam)).toMatchObject({ status: 200 })
    await remove(member)
    expect(await member.call('POST', `${path}/proofs/${id}/stop/`)).toMatchObject({ status: 404 })
    await vi.waitFor(
      async () => expect(await keeper('GET', `${path}/proofs/${id}/`)).toMatchObject({ body: { state: 'done' } }),
      WAIT,
    )
    expect(await keeper('GET', `${path}/exam/`)).toMatchObject({ body: { enabled: true } })
    const off = await keeper('PUT', `${path}/exam/`, { ...exam, enabled: false })
    expect(off).toMatchObject({ status: 200, body: { nextAt: null } })
  },
  async 'Uploads and links to files'() {
    const member = await person('member')
    const conversation = idOf(await keeper('POST', '/conversations/', { toNumber: freshCustomer() }))
    const file = { name: 'list.txt', size: 5, mimeType: 'text/plain' }
    const declared = await member.call('POST', `/conversations/${conversation}/uploads/`, file)
    const upload = bodyOf(contract['conversations/create-upload'], declared)
    await remove(member)
    expect((await uploadTo(upload, 'hello')).ok).toBe(true)
    const sent = { uploadId: upload.id, name: file.name }
    expect(await member.call('POST', `/conversations/${conversation}/files/`, sent)).toMatchObject({ status: 404 })
  },
  async 'Idempotency keys'() {
    const member = await person('member')
    const key = { 'Idempotency-Key': randomUUID() }
    const create = () => member.call('POST', '/agents/', { name: 'Once', systemPrompt: 'x', firstMessage: '' }, key)
    const id = idOf(await create())
    expect(idOf(await create())).toBe(id)
    await demote(member, 'viewer')
    expect(await create()).toMatchObject({ status: 403 })
    await remove(member)
    expect(await create()).toMatchObject({ status: 404 })
  },
  async 'Mails that they asked for'() {
    const member = await person('viewer')
    const path = '/inbox/waiting/mail/'
    expect(await member.call('PUT', path, { wantsMail: true })).toMatchObject({ status: 200 })
    await remove(member)
    await runOps(service, ['users', 'add', '--email', member.email, '--organization', organizationId])
    await vi.waitFor(
      async () => expect(await member.call('GET', path)).toMatchObject({ status: 200, body: { wantsMail: false } }),
      WAIT,
    )
  },
  async 'Password, second factor and recovery codes'() {
    const member = await person('member')
    const { recoveryCodes } = await mfaOf(service).turnOn(member.session)
    await remove(member)
    const recovery = { email: member.email, password: PASSWORD, code: recoveryCodes[0] }
    expect(await people.session('mfa/recover', recovery)).toMatchObject({ status: 200 })
    const session = await signInToDashboard(service, { email: member.email, password: PASSWORD })
    const there = await session.call('GET', '/v1/agents/', undefined, { 'X-Organization-Id': organizationId })
    expect(there).toMatchObject({ status: 404 })
  },
  async 'Operator access'() {
    const member = await person('member')
    expect(await keeper('PUT', `/members/${member.id}/operator/`)).toMatchObject({ status: 204 })
    await remove(member)
    const see = async () => {
      const session = await signInToDashboard(service, { email: member.email, password: PASSWORD })
      return (await session.call('GET', '/v1/operations/alarms/')).status
    }
    await vi.waitFor(async () => expect(await see()).toBe(200), WAIT)
    await runOps(service, ['users', 'remove', '--email', member.email, '--yes'])
    await vi.waitFor(async () => expect(await see()).toBe(403), WAIT)
  },
  async 'Secrets that they saw'() {
    const member = await person('member')
    const outboundTriggers = [{ secret: randomUUID(), templateId: 'T1', templateName: 'welcome' }]
    const agent = { name: 'Triggered', systemPrompt: 'x', firstMessage: '', outboundTriggers }
    const created = await member.call('POST', '/agents/', agent)
    const [trigger] = v.parse(WithTriggers, created.body).outboundTriggers
    await remove(member)
    const fire = async (secret: string) => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Trigger-Secret': secret,
        Authorization: `Bearer ${secret}`,
      }
      return (await fetch(trigger?.url ?? '', { method: 'POST', headers, body: '{}' })).status
    }
    expect(await fire('wrong')).toBe(401)
    expect(await fire(trigger?.secret ?? '')).not.toBe(401)
  },
}

const WithTriggers = v.looseObject({
  outboundTriggers: v.array(v.looseObject({ url: v.string(), secret: v.string() })),
})

test('the documentation has these rows', async () => {
  const page = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('## When rights end\n')
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  expect(rows.slice(1).map((row) => row.split(' | ')[0]?.slice(2))).toEqual(Object.keys(ROWS))
})

test.each(Object.entries(ROWS))('what happens when rights end: %s', async (_, run) => {
  await run()
})
