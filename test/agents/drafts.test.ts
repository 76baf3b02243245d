// @module-tag full
import { randomUUID } from 'node:crypto'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callers, idOf, startTestService } from '../support/service.ts'
import { agentWorld } from './agent-world.ts'

let service: Service
const { api } = callers(() => service)
const world = agentWorld(() => service)
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true })
})
afterAll(() => service?.stop())

const WAIT = { timeout: 30_000, interval: 200 }
const HIDDEN = '****************'
const Tools = v.looseObject({ tools: v.tuple([v.looseObject({ id: v.string() })]) })

/** Sends a text in a new trial, and returns the system prompt that the model received. */
async function promptOfTrial(agentId: string, more: object): Promise<string> {
  const text = `Trial ${randomUUID()}`
  const started = await api('POST', `/agents/${agentId}/trials/`, { text, ...more })
  expect(started.status).toBe(201)
  const asked = await service.model.next(({ userTexts }) => userTexts.some((each) => each.includes(text)), 30_000)
  const trial = `/agents/${agentId}/trials/${idOf(started)}/`
  await vi.waitFor(async () => expect((await api('GET', trial)).body).toMatchObject({ state: 'idle' }), WAIT)
  expect(await api('POST', `/agents/${agentId}/trials/`, { text, trialId: idOf(started), draft: true })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'draft' }] },
  })
  await api('DELETE', trial)
  return asked.system
}

test('a draft is edited and tried beside the published agent, which it replaces when it is published', async () => {
  const apiSchema = {
    url: 'https://api.example.com/orders',
    method: 'GET',
    request_headers: { Authorization: { input: { type: 'value', value: 'Bearer secret' } } },
  }
  const tool = { name: 'track', description: 'Tracks.', creditCost: 0, apiSchema }
  const created = await api('POST', '/agents/', { name: 'Shop', systemPrompt: 'Published prompt.', tools: [tool] })
  const id = idOf(created)
  const path = `/agents/${id}/draft/`
  const drafted = async () => (await api('GET', `/agents/${id}/?draft=true`)).body
  expect(await drafted()).toEqual(created.body)
  expect(await api('POST', `${path}publish/`)).toMatchObject({ status: 404 })

  const [{ id: toolId }] = v.parse(Tools, created.body).tools
  const masked = { Authorization: { input: { type: 'value', value: HIDDEN } } }
  const renamed = { ...tool, id: toolId, name: 'follow', apiSchema: { ...apiSchema, request_headers: masked } }
  const childAgentId = idOf(await api('POST', '/agents/', { name: 'Other' }))
  const handoffTools = [{ childAgentId, description: 'Anything else.' }]
  const change = { systemPrompt: 'Drafted prompt.', tools: [renamed], handoffTools, documents: [] }
  expect(await api('PUT', path, change)).toMatchObject({ status: 204 })
  const expected = {
    systemPrompt: 'Drafted prompt.',
    tools: [{ ...tool, id: toolId, name: 'follow' }],
    handoffTools: [{ childAgentId }],
  }
  expect(await drafted()).toMatchObject(expected)
  expect(await api('PUT', path, { name: 'Shop 2' })).toMatchObject({ status: 204 })
  // Other fields of the published agent can change meanwhile.
  await api('PATCH', `/agents/${id}/`, { description: 'For customers' })
  expect(await drafted()).toMatchObject({ ...expected, name: 'Shop 2', description: 'For customers' })
  expect((await api('GET', `/agents/${id}/`)).body).toMatchObject({ name: 'Shop', systemPrompt: 'Published prompt.' })

  expect(await promptOfTrial(id, { draft: true })).toMatch(/^Drafted prompt\./)
  expect(await promptOfTrial(id, {})).toMatch(/^Published prompt\./)

  expect(await api('POST', `${path}publish/`)).toMatchObject({ status: 204 })
  const published = { ...expected, name: 'Shop 2', description: 'For customers' }
  expect((await api('GET', `/agents/${id}/`)).body).toMatchObject(published)
  expect(await api('POST', `${path}publish/`)).toMatchObject({ status: 404 })

  await api('PUT', path, { systemPrompt: 'Another.' })
  expect(await api('DELETE', path)).toMatchObject({ status: 204 })
  expect(await api('DELETE', path)).toMatchObject({ status: 204 })
  // What equals the published agent is no draft.
  expect(await api('PUT', path, { name: 'Shop 2' })).toMatchObject({ status: 204 })
  expect(await api('POST', `${path}publish/`)).toMatchObject({ status: 404 })
  expect(await api('PUT', path, { tools: [{ ...tool, id: randomUUID() }] })).toMatchObject({ status: 400 })
  expect(await drafted()).toMatchObject(published)
})

test('undoing the own changes of a draft does not delete what another person changed meanwhile', async () => {
  const id = idOf(await api('POST', '/agents/', { name: 'Shop' }))
  const path = `/agents/${id}/draft/`
  await api('PUT', path, { name: 'Shop 2' })
  const delayed = service.cloud.faults.plan({
    action: 'DeleteItem',
    where: ({ request }) => request.includes(id),
    nth: 1,
    kind: 'delay',
    delayMs: 5000,
  })
  const undone = api('PUT', path, { name: 'Shop' })
  await vi.waitFor(() => expect(delayed.fired).toHaveLength(1), WAIT)
  expect(await api('PUT', path, { description: 'For customers' })).toMatchObject({ status: 204 })
  expect(await undone).toMatchObject({ status: 409, body: { reason: 'changed_concurrently' } })
  expect((await api('GET', `/agents/${id}/?draft=true`)).body).toMatchObject({
    name: 'Shop 2',
    description: 'For customers',
  })
})

test('a trial of a draft continues with it after its worker died', async () => {
  const id = idOf(await api('POST', '/agents/', { name: 'Shop', systemPrompt: 'Published prompt.' }))
  expect(await api('PUT', `/agents/${id}/draft/`, { systemPrompt: 'Drafted prompt.' })).toMatchObject({ status: 204 })
  const started = await api('POST', `/agents/${id}/trials/`, { text: 'Hello', draft: true })
  const trialId = idOf(started)
  const chat = { id: trialId, customer: '' }
  const trial = `/agents/${id}/trials/${trialId}/`
  const whenIdle = () =>
    vi.waitFor(async () => expect((await api('GET', trial)).body).toMatchObject({ state: 'idle' }), WAIT)
  await whenIdle()
  const fault = world.killAt(chat, { action: 'PutItem', contains: '"step#', kind: 'kill-after' })
  const text = `/call offer_choices {"choices": ["${randomUUID()}", "B"]}`
  expect(await api('POST', `/agents/${id}/trials/`, { text, trialId })).toMatchObject({ status: 201 })
  await world.makeVisible(fault)
  await whenIdle()
  const prompts = world.askedOf(text).map(({ system }) => system.split('\n')[0])
  expect(prompts).toEqual(['Drafted prompt.', 'Drafted prompt.'])
})

test('a save that is based on a deleted draft does not replace the draft that was created after it', async () => {
  const id = idOf(await api('POST', '/agents/', { name: 'Shop' }))
  const path = `/agents/${id}/draft/`
  await api('PUT', path, { name: 'Shop 2' })
  const delayed = service.cloud.faults.plan({
    action: 'PutItem',
    where: ({ request }) => request.includes(id) && request.includes('Shop 3'),
    nth: 1,
    kind: 'delay',
    delayMs: 5000,
  })
  const based = api('PUT', path, { name: 'Shop 3' })
  await vi.waitFor(() => expect(delayed.fired).toHaveLength(1), WAIT)
  expect(await api('DELETE', path)).toMatchObject({ status: 204 })
  expect(await api('PUT', path, { description: 'For customers' })).toMatchObject({ status: 204 })
  expect(await based).toMatchObject({ status: 409, body: { reason: 'changed_concurrently' } })
  expect((await api('GET', `/agents/${id}/?draft=true`)).body).toMatchObject({
    name: 'Shop',
    description: 'For customers',
  })
})

test('a draft has a revision, which a save can require and which never repeats', async () => {
  const id = idOf(await api('POST', '/agents/', { name: 'Shop' }))
  const etagOf = ({ headers }: { readonly headers: Headers }) => headers.get('etag') ?? ''
  const read = async (query = '?draft=true') => etagOf(await api('GET', `/agents/${id}/${query}`))
  const save = async (change: object, revision: string) => {
    const { baseUrl, apiKey } = service.ready
    const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'If-Match': revision }
    const request = { method: 'PUT', headers, body: JSON.stringify(change) }
    const response = await fetch(`${baseUrl}/api/v1/agents/${id}/draft/`, request)
    const body = await response.text()
    return { status: response.status, headers: response.headers, body: body === '' ? undefined : JSON.parse(body) }
  }
  const CHANGED = { status: 409, body: { code: 'conflict', reason: 'changed_concurrently' } }

  // A draft begins as the published agent.
  const begin = await read()
  expect(begin).toBe(await read(''))
  const first = await save({ name: 'Shop 2' }, begin)
  expect(first).toMatchObject({ status: 204 })
  expect(etagOf(first)).toBe(await read())
  expect(await read('')).toBe(begin)
  expect(await save({ name: 'Shop 3' }, begin)).toMatchObject(CHANGED)
  const second = await save({ name: 'Shop 3' }, etagOf(first))
  expect(second).toMatchObject({ status: 204 })

  // Deleted and created again.
  expect(await api('DELETE', `/agents/${id}/draft/`)).toMatchObject({ status: 204 })
  expect(await save({ name: 'Shop 4' }, etagOf(second))).toMatchObject(CHANGED)
  const again = await save({ name: 'Shop 2' }, await read())
  expect(again).toMatchObject({ status: 204 })
  expect([begin, etagOf(first), etagOf(second)]).not.toContain(etagOf(again))
  expect(await save({ name: 'Shop 4' }, etagOf(first))).toMatchObject(CHANGED)

  // What equals the published agent ends the draft.
  const undone = await save({ name: 'Shop' }, etagOf(again))
  expect(etagOf(undone)).toBe(begin)
  expect(await read()).toBe(begin)
  expect(await api('PUT', `/agents/${id}/draft/`, { name: 'Shop 5' })).toMatchObject({ status: 204 })
  expect(await save({ name: 'Shop 6' }, '"x"')).toMatchObject({
    status: 400,
    body: { details: [{ path: 'If-Match' }] },
  })
  const concurrent = await read()
  const saves = await Promise.all(['a', 'b', 'c'].map((name) => save({ name }, concurrent)))
  expect(saves.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
})
